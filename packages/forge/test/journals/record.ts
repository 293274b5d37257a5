/**
 * Records journals by playing the toy world: `node --conditions=source packages/forge/test/journals/record.ts`.
 * A journal that exists is never written again: it stands for a Forge that wrote it (I-5). To record more, for a new event
 * or a new version of one, add a row.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeEvent } from '#core/state/upcast.ts'
import type { Event } from '#model/event.ts'
import type { Habits } from '../core/habits.ts'
import { cursed, kind, play, wild } from '../core/play.ts'
import { eventsOf } from '../core/world.ts'
import { digestOf, journalFolder } from './journals.ts'

interface Recording {
  readonly habits: Habits
  readonly seed: number
  readonly steps: number
  /** Dispatches of the whole run; absent: plenty. */
  readonly dispatches?: number
  /** `build` when absent. */
  readonly preset?: string
}

/** Troubles of every kind, and somebody who goes on all the same. */
const troubled: Habits = { ...kind, fail: 9, mislead: 4, ring: 20, retry: 3, reopen: 2, resume: 5 }

const recordings: Readonly<Record<string, Recording>> = {
  'v1-plain': { habits: kind, seed: 11, steps: 200 },
  'v1-cursed': { habits: { ...cursed, finish: 60 }, seed: 5, steps: 150 },
  'v1-replanned': { habits: { ...kind, edit: 3, fail: 2, retry: 4, resume: 3, reject: 1 }, seed: 8, steps: 150 },
  'v1-wild': { habits: { ...wild, cancel: 0 }, seed: 16, steps: 220 },
  'v1-cancelled': { habits: { ...wild, cancel: 2 }, seed: 45, steps: 120 },
  'v1-capped': { habits: { ...kind, raise: 1, resume: 2 }, seed: 7, steps: 80, dispatches: 7 },
  'v1-rejected': { habits: kind, seed: 2, steps: 12 },
  'v1-synced': { habits: { ...kind, sync: 2, fail: 1, retry: 3 }, seed: 9, steps: 150 },
  'v1-landed': { habits: { ...kind, handOver: 12, land: 4, fail: 1, retry: 3 }, seed: 12, steps: 200 },
  'v1-sprint': {
    habits: { ...kind, add: 1, fail: 2, retry: 3, retrospect: 1 },
    seed: 21,
    steps: 260,
    preset: 'sprint',
  },
  'v1-routed': { habits: { ...kind, report: 20 }, seed: 15, steps: 160 },
  'v1-redacted': { habits: { ...kind, fail: 1, redact: 2 }, seed: 43, steps: 60 },
  'v1-reassigned': { habits: { ...kind, fail: 3, retry: 1, reassign: 2 }, seed: 41, steps: 120 },
  'v1-advised': { habits: { ...kind, fail: 3, retry: 1, advice: 1 }, seed: 31, steps: 150 },
  'v1-moved': { habits: { ...kind, environment: 1 }, seed: 33, steps: 150 },
  'v1-friction': { habits: kind, seed: 21, steps: 150 },
  'v1-troubled': { habits: troubled, seed: 10, steps: 300 },
  'v1-iterated': { habits: troubled, seed: 3, steps: 300 },
}

/** The one event that no message can bring about: a bug that was recorded. */
const rejected: Event = { type: 'message.rejected', v: 1, at: 2_000_000, message: 'm99', error: 'Error: a bug' }

let kept = 0
mkdirSync(journalFolder, { recursive: true })
for (const [name, { habits, seed, steps, dispatches = 400, preset = 'build' }] of Object.entries(recordings)) {
  const file = join(journalFolder, `${name}.jsonl`)
  if (existsSync(file)) {
    kept += 1
    console.log(`${name}: exists, and is never written again`)
    continue
  }
  const events = eventsOf(
    play({ seed, steps, settings: { limits: { dispatches, unitDispatches: 30 } }, preset }, habits),
  )
  if (name.endsWith('-rejected')) events.push(rejected)
  writeFileSync(file, events.map((event) => `${encodeEvent(event)}\n`).join(''), { flag: 'wx' })
  writeFileSync(join(journalFolder, `${name}.digest`), `${digestOf(events)}\n`, { flag: 'wx' })
  console.log(`${name}: ${events.length} events recorded`)
}
process.exitCode = kept === 0 ? 0 : 1
