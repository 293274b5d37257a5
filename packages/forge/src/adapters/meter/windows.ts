/** How full the windows of an account are, by the headers of an answer: subscriptions send them, most others do not. */
import type { IncomingHttpHeaders } from 'node:http'
import type { UsedWindow } from '#model/quota.ts'

export function windowsIn(headers: IncomingHttpHeaders): readonly UsedWindow[] {
  const figure = (name: string): number => Number(headers[name] ?? Number.NaN)
  const anthropic = (['5h', '7d'] as const).flatMap((window) => {
    const prefix = `anthropic-ratelimit-unified-${window}`
    return used(window, figure(`${prefix}-utilization`) * 100, figure(`${prefix}-reset`))
  })
  const codex = ['primary', 'secondary'].flatMap((one) => {
    const window = windowOf(figure(`x-codex-${one}-window-minutes`))
    if (window === undefined) return []
    return used(window, figure(`x-codex-${one}-used-percent`), figure(`x-codex-${one}-reset-at`))
  })
  return [...anthropic, ...codex]
}

function windowOf(minutes: number): UsedWindow['window'] | undefined {
  if (Math.abs(minutes - 300) < 30) return '5h'
  return Math.abs(minutes - 10_080) < 720 ? '7d' : undefined
}

function used(window: UsedWindow['window'], percent: number, resets: number): readonly UsedWindow[] {
  if (!(percent >= 0)) return []
  const resetsAt = resets > 0 && resets < 1e11 ? { resetsAt: Math.round(resets * 1000) } : {}
  return [{ window, percent: Math.min(percent, 1000), ...resetsAt }]
}
