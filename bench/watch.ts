/**
 * `watch`: the time to show a run in Portuguese, as a multiple of that in English. 200 units whose titles, failures and
 * reasons are hostile: long, full of commas and braces, and full of sentences of Forge itself.
 */
import { runCore } from '../packages/forge/src/core/next/core.ts'
import type { Forge } from '../packages/forge/src/forge.ts'
import type { Watched } from '../packages/forge/src/forge/look/watch.ts'
import { tellingOf } from '../packages/forge/src/forge/look/told.ts'
import { english } from '../packages/forge/src/messages/en.ts'
import { raw } from '../packages/forge/src/messages/said.ts'
import type { Event } from '../packages/forge/src/model/event.ts'
import type { Message } from '../packages/forge/src/model/message.ts'
import { success } from '../packages/forge/src/model/result.ts'
import { RunSpec } from '../packages/forge/src/model/run.ts'
import { commandOf } from '../packages/forge/src/surfaces/cli/command.ts'
import type { Talk } from '../packages/forge/src/surfaces/operations/operation.ts'
import { languageSettings } from '../packages/forge/src/surfaces/operations/text/language.ts'
import {
  english as inEnglish,
  withLanguage,
  type Speech,
} from '../packages/forge/src/surfaces/operations/text/message.ts'
import watch from '../packages/forge/src/surfaces/operations/watch.ts'
import { finishedMessage, grantMessage, specOf, startMessage } from '../packages/forge/src/testing/builders/index.ts'
import { median, round } from './log/scratch.ts'

const units = 200
const rounds = 9

export async function benchWatch(): Promise<unknown> {
  const items = await itemsOf(watchedOf())
  const portuguese = await languageSettings('pt-BR')
  const times = { en: [] as number[], pt: [] as number[] }
  for (let index = 0; index < rounds; index += 1) {
    times.en.push(shownIn(inEnglish, items))
    times.pt.push(shownIn(portuguese, items))
  }
  const [en, pt] = [median(times.en), median(times.pt)]
  return {
    bench: 'watch',
    ratio: round(pt / en),
    goal: 1.2,
    units,
    items: items.length,
    enMs: round(en),
    ptMs: round(pt),
  }
}

/** Milliseconds to show every item, as a line and as a whole view. */
function shownIn(speech: Speech, items: readonly unknown[]): number {
  const start = performance.now()
  for (const item of items)
    withLanguage(speech, () => {
      watch.render(item)
      watch.renderLive?.(item, 0, commandOf)
    })
  return performance.now() - start
}

async function itemsOf(steps: readonly Watched[]): Promise<readonly unknown[]> {
  const items: unknown[] = []
  const looking = {
    async *watch() {
      for (const step of steps) yield success(step)
    },
  } as unknown as Parameters<typeof tellingOf>[0]
  const forge = { ...tellingOf(looking), chooseRun: () => Promise.resolve(success({ run: 'r' })) } as unknown as Forge
  const talk = { signal: new AbortController().signal, emit: (item: unknown) => items.push(item) }
  await watch.run(forge, { run: 'r' }, talk as unknown as Talk<unknown>)
  return items
}

/** A long text that looks like sentences of Forge and is full of their separators. */
function hostile(index: number): string {
  const sentences = Object.values<string>(english)
  const some = Array.from({ length: 12 }, (_, at) => sentences[(index * 31 + at * 7) % sentences.length] ?? '')
  return `${some.join(', ')}${', and so on'.repeat(200)}`.slice(0, 1400)
}

/** A unit fails for a hostile reason, and its next attempt is made for another one. */
function watchedOf(): readonly Watched[] {
  let state = runCore.initial('r')
  let seq = 0
  const steps: Watched[] = []
  const deliver = (message: Message): void => {
    const made: readonly Event[] = runCore.step(state, message)
    state = runCore.fold(state, made)
    const entries = made.map((event) => ({ seq: (seq += 1), event }))
    steps.push({ state, entries, isDriven: true } as unknown as Watched)
  }
  deliver(startMessage({ id: 'start', at: 0 }, spec()))
  deliver(grantMessage({ id: 'grant', at: 0 }, { slots: 64 }))
  for (const [index, { key }] of Object.values(state.openAttempts).slice(0, 40).entries()) {
    const failure = { tag: 'blocked', text: raw(hostile(index)) } as const
    const at = { id: `f${index}`, at: state.now + 1 }
    deliver(finishedMessage(at, { key, outcome: { status: 'failed', failure }, durationMs: 10 }))
  }
  return steps
}

function spec(): RunSpec {
  return RunSpec.parse({
    ...specOf(),
    commit: 'none' as const,
    templates: { one: { phases: [{ name: 'work', kind: 'agent', role: 'worker', yields: 'work' }] } },
    units: Array.from({ length: units }, (_, index) => ({
      id: `u${index}`,
      title: hostile(index).replaceAll('\n', ' ').slice(0, 280),
      template: 'one',
      writes: [`src/${index}.ts`],
    })),
    closing: [],
    slots: 64,
    limits: { dispatches: 1_000_000, unitDispatches: 1_000_000 },
  })
}
