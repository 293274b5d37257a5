/** A model of the log in a few lines of arithmetic: the random contract compares an adapter with it. */
import type { LogStop, Turn } from '#engine/ports.ts'
import { journalBytes } from '#model/bounds.ts'
import type { Note } from './log-harness.ts'

export interface ModelRun {
  epoch: number
  wakeAt: number | undefined
  summary: Turn<Note>['summary']
  readonly entries: { readonly messageId: string; readonly epoch: number; readonly text: string }[]
  readonly messages: Set<string>
  readonly keys: Set<string>
  readonly openByPath: Map<string, string>
  readonly inbox: string[]
}

/** The expected result of a turn. */
export type Expected = { readonly texts: readonly string[] } | { readonly stop: LogStop['why'] } | 'throws'

export interface ModelWriter {
  readonly run: ModelRun
  readonly epoch: number
  stopped?: LogStop['why']
}

export interface ModelTurn {
  readonly since: number
  readonly messageId: string
  /** The result of `make`; `throws` when it throws. */
  readonly made: Turn<Note> | 'throws'
}

export const LARGE = journalBytes + 1

export function createModelRun(): ModelRun {
  return {
    epoch: 0,
    wakeAt: undefined,
    summary: null,
    entries: [],
    messages: new Set(),
    keys: new Set(),
    openByPath: new Map(),
    inbox: [],
  }
}

export function expectTurn(writer: ModelWriter, { since, messageId, made }: ModelTurn): Expected {
  const { run } = writer
  const stop = writer.stopped ?? (run.epoch === writer.epoch ? undefined : 'fenced')
  if (stop !== undefined) return stopped(writer, stop)
  if (run.messages.has(messageId)) return { texts: run.entries.slice(since).map(({ text }) => text) }
  if (made === 'throws') return 'throws'
  if (made.events.some(({ text }) => text.length >= LARGE)) return stopped(writer, 'too-large')
  if (clashes(run, made)) return stopped(writer, 'double-open')
  keep(run, writer.epoch, messageId, made)
  return { texts: run.entries.slice(since).map(({ text }) => text) }
}

export function expectLeave(run: ModelRun, id: string): void {
  if (!run.messages.has(id) && !run.inbox.includes(id)) run.inbox.push(id)
}

function stopped(writer: ModelWriter, stop: LogStop['why']): Expected {
  writer.stopped = stop
  return { stop }
}

/** The program opens at most one attempt per turn. */
function clashes(run: ModelRun, { opened, closed }: Turn<Note>): boolean {
  return opened.some(({ path, key }) => {
    const holder = run.openByPath.get(path)
    return run.keys.has(key) || (holder !== undefined && !closed.includes(holder))
  })
}

function keep(run: ModelRun, epoch: number, messageId: string, made: Turn<Note>): void {
  run.messages.add(messageId)
  if (run.inbox.includes(messageId)) run.inbox.splice(run.inbox.indexOf(messageId), 1)
  run.entries.push(...made.events.map(({ text }) => ({ messageId, epoch, text })))
  for (const [path, key] of run.openByPath) if (made.closed.includes(key)) run.openByPath.delete(path)
  for (const { path, key } of made.opened) {
    run.keys.add(key)
    run.openByPath.set(path, key)
  }
  run.summary = made.summary
  run.wakeAt = made.timers.length === 0 ? undefined : Math.min(...made.timers.map(({ dueAt }) => dueAt))
}
