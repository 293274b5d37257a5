/** How full the windows of accounts are (S1-65): the latest report counts, and one that is too old says nothing. */
import type { Levels } from '#model/quota.ts'

export type UsedByAccount = Readonly<Record<string, Levels>>

/** An older report says nothing about how full a window is now. */
export const freshMs = 120_000

export function isFresh({ at }: { readonly at: number }, now: number): boolean {
  return now - at <= freshMs
}

const windowsOf = (levels: Levels): readonly (keyof Levels)[] => Object.keys(levels) as (keyof Levels)[]

/** Those of `told` that are later than the known ones. */
export function newsIn(told: Levels, known: Levels | undefined): Levels {
  return pick(told, (window, { at }) => at > (known?.[window]?.at ?? -1))
}

export function freshIn(levels: Levels, now: number): Levels {
  return pick(levels, (_, level) => isFresh(level, now))
}

export function isEmpty(levels: Levels): boolean {
  return windowsOf(levels).length === 0
}

type Level = NonNullable<Levels[keyof Levels]>

function pick(levels: Levels, isWanted: (window: keyof Levels, level: Level) => boolean): Levels {
  const wanted: Levels = {}
  for (const window of windowsOf(levels)) {
    const level = levels[window]
    if (level !== undefined && isWanted(window, level)) wanted[window] = level
  }
  return wanted
}

/** The fresh levels of all accounts. */
export function freshUsed(used: UsedByAccount, now: number): Record<string, Levels> {
  return Object.fromEntries(
    Object.entries(used).flatMap(([gate, levels]) => {
      const fresh = freshIn(levels, now)
      return isEmpty(fresh) ? [] : [[gate, fresh] as const]
    }),
  )
}

/** Half of the validity of a level: after that it is sent again although nothing changed. */
const againMs = freshMs / 2

/** Whether a receiver that knows `known` should get `due`: another figure, or one that expires soon. */
export function isNews(due: UsedByAccount, known: UsedByAccount): boolean {
  return Object.entries(due).some(([gate, levels]) =>
    windowsOf(levels).some((window) => {
      const [now, before] = [levels[window], known[gate]?.[window]]
      if (now === undefined) return false
      if (before === undefined) return true
      return Math.abs(now.percent - before.percent) >= 1 || now.at - before.at >= againMs
    }),
  )
}
