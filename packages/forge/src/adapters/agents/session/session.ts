/**
 * One attempt of an agent that is a program, from its start until nothing is left of it. Shared by all adapters: what
 * differs between programs is in their `Launch`.
 *
 * 1. `ended` resolves once, when the process, its descendants and its private directory are gone.
 * 2. After its own terminal event a program has `farewellMs` to end by itself; then Forge asks it to stop, then kills
 *    it. Its exit code no longer means anything.
 * 3. Forge interrupts a program in the way that it supports: a line on its input, or its signal.
 */
import { relative } from 'node:path'
import {
  createLineReader,
  environmentOf,
  start,
  watchActivity,
  type Ended,
  type LineReader,
  type Running,
  type SandboxRules,
} from '#adapters/exec/index.ts'
import type { AgentEnd, AgentSession, AgentTask } from '#engine/ports.ts'
import { say } from '#messages/said.ts'
import type { Report } from '#model/attempt.ts'
import { defined } from '#model/defined.ts'
import type { Json } from '#model/json.ts'
import { createAgain } from './ask-again.ts'
import { endedSession } from './ended.ts'
import { endOf, hasEnded } from './fold.ts'
import type { Prepare, Launch } from './launch.ts'
import { bringLinkedHome } from './login.ts'
import { createListener, type Listener } from './listener.ts'
import { createPace, type Pace } from './pace.ts'
import { placeFor, type PrivatePlace } from './private-place.ts'
import { reasonIn } from './reason.ts'
import { sandboxAccessOf } from './sandbox-access.ts'
import { resultOf } from './recovered.ts'
import type { AdapterParts } from './adapter-parts.ts'

const farewellMs = 10_000
/** A program that takes input prints a line within this time. */
const listensMs = 20_000
/** Programs put whole files into one line. */
const longestLine = 16 * 1024 * 1024
/** If an agent printed within this time, its files need no check. */
const freshMs = 1000

export async function startSession(
  around: AdapterParts,
  task: AgentTask,
  reports: (report: Report) => void,
  prepare: Prepare,
): Promise<AgentSession> {
  const place = await placeFor(around.privateDir, task)
  if (place === 'disk') return endedSession({ tag: 'disk' })
  const launch = await prepare(place)
  if ('tag' in launch) {
    await place.remove()
    return endedSession(launch)
  }
  if (launch.reaches === 'internet' && around.internet === 'refused') {
    await launch.close?.()
    await launch.lent?.giveBack()
    await place.remove()
    return endedSession({ tag: 'unavailable', what: needsInternet })
  }
  reportRemoved(place, launch, reports)
  const pace = createPace(reports, around.reportEveryMs ?? 10_000)
  const { translator } = launch
  const listener = createListener(around, { task, translator, send: (report) => pace.send(lasting(report, launch)) })
  const goodbye = createGoodbye()
  const again = createAgain(task, launch)
  const endIfOver = (): void => {
    if (!hasEnded(listener.heard())) return
    const due = goodbye.hasBegun() ? undefined : again.due(listener.heard())
    if (due === undefined) return goodbye.begin()
    listener.askedAgain(due.errors)
    goodbye.say(due.line)
    goodbye.unlessHeard()
  }
  const lines = createLineReader((line) => {
    goodbye.heard()
    for (const reply of listener.take(line)) goodbye.say(reply)
    endIfOver()
  }, longestLine)
  const parts = { task, launch, place, listener, pace, lines, goodbye, report: reports }
  const running = await startProgram(around, parts)
  goodbye.of(running)
  translator.connect?.({
    say: (line) => goodbye.say(line),
    hear(event) {
      listener.hear(event)
      endIfOver()
    },
    tell: (report) => pace.send(report),
  })
  return sessionOf(around, { ...parts, running })
}

/** Only a stored conversation can be resumed by another attempt. */
function lasting(report: Report, { conversation }: Launch): Report {
  return report.kind === 'session' && conversation === 'lasts' ? { ...report, lasts: 'yes' } : report
}

const needsInternet = say('sandbox.ownLoginNeedsInternet')

/** Removed links of a lost performance are reported, except its own login links, which are made anew. */
function reportRemoved(
  { kept, removedLinks }: PrivatePlace,
  { linked = [] }: Launch,
  reports: (report: Report) => void,
): void {
  const ours = new Set(linked.map(({ link }) => relative(kept, link)))
  const links = removedLinks.filter((link) => !ours.has(link)).map((link) => link.slice(0, 300))
  if (links.length > 0) reports({ kind: 'links-removed', links: links.slice(0, 20) })
}

interface Parts {
  readonly task: AgentTask
  readonly launch: Launch
  readonly place: PrivatePlace
  readonly listener: Listener
  readonly lines: LineReader
  readonly pace: Pace
  readonly goodbye: Goodbye
  readonly report: (report: Report) => void
}

function startProgram(around: AdapterParts, { task, launch, place, lines, report }: Parts): Promise<Running> {
  const transcript = around.transcriptOf?.(task)
  const { stdin, input } = launch
  const tree = around.pathOf(task.tree)
  const home = launch.home ?? place.home
  const walls = around.wallsOf?.(sandboxAccessOf(tree, place, launch, around.mcpServers))
  if (walls !== undefined) report(heldBy(walls))
  return start({
    file: launch.file,
    args: launch.args,
    cwd: tree,
    ...defined({ walls }),
    env: environmentOf({
      home,
      tmp: place.tmp,
      set: { FORGE_RESULT: place.result, ...ofAccount(around, task, launch), ...launch.env },
      pass: [...(around.pass ?? []), ...(launch.pass ?? [])],
    }),
    marker: { scope: around.scope, key: task.key, tree: task.tree, room: [tree, home, place.tmp] },
    ...defined({ stdin, input }),
    output: { onStdout: (chunk) => lines.write(chunk), ...defined({ transcript }) },
  })
}

/** Reports the sandbox that was really built. */
function heldBy({ network }: SandboxRules): Report {
  if (network === 'shared') return { kind: 'sandbox', held: 'sandbox', network: 'open' }
  const ports = network.ports.length === 0 ? {} : { ports: [...network.ports].slice(0, 100) }
  return { kind: 'sandbox', held: 'sandbox', network: 'closed', ...ports }
}

/** Without a proxy for the provider, the account's own variables override those of the environment. */
function ofAccount({ accountOf }: AdapterParts, { task }: AgentTask, { pass = [] }: Launch): Record<string, string> {
  const entries = Object.entries(accountOf?.(task.account) ?? {})
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value !== undefined && pass.includes(name) ? [[name, value] as const] : [])),
  )
}

interface Goodbye {
  of(running: Running): void
  say(line: Json): void
  begin(): void
  hasBegun(): boolean
  /** It was asked again: if not one line follows, the program does not listen, and its former end counts. */
  unlessHeard(): void
  heard(): void
  /** Whether Forge ended it after its terminal event. */
  dismissed(): 'no' | 'yes'
  finish(): void
}

function createGoodbye(): Goodbye {
  let running: Running | undefined
  let dismissed: 'no' | 'yes' = 'no'
  let hasBegun = false
  const timers: NodeJS.Timeout[] = []
  let silence: NodeJS.Timeout | undefined
  const dismiss = (): void => {
    dismissed = 'yes'
    void running?.kill()
  }
  const begin = (): void => {
    if (hasBegun) return
    hasBegun = true
    running?.input.end()
    timers.push(setTimeout(dismiss, farewellMs))
  }
  return {
    of(started) {
      running = started
    },
    say: (line) => running?.input.write(`${JSON.stringify(line)}\n`),
    begin,
    hasBegun: () => hasBegun,
    unlessHeard() {
      silence = setTimeout(begin, listensMs)
    },
    heard: () => clearTimeout(silence),
    dismissed: () => dismissed,
    finish() {
      for (const timer of [...timers, silence]) clearTimeout(timer)
    },
  }
}

function sessionOf(around: AdapterParts, parts: Parts & { running: Running }): AgentSession {
  const { running, task, launch } = parts
  const activity = watchActivity(around.pathOf(task.tree))
  const ended = endedOf(around, parts)
  return {
    ended,
    lastSign() {
      const spoken = running.lastSign()
      return performance.now() - spoken < freshMs ? spoken : Math.max(spoken, activity.lastChange())
    },
    async interrupt() {
      if (typeof launch.stopBy === 'string') return running.interrupt(launch.stopBy)
      if ('ask' in launch.stopBy) return launch.stopBy.ask()
      const word = launch.stopBy.say()
      // The program does not listen yet: a signal loses nothing.
      if (word === undefined) return running.interrupt('SIGINT')
      parts.goodbye.say(word)
    },
    async kill() {
      await running.kill()
      await ended
    },
  }
}

async function endedOf(around: AdapterParts, parts: Parts & { running: Running }): Promise<AgentEnd> {
  const { running, launch, place, listener, lines, pace, goodbye, task } = parts
  const { unavailable, refused, exitCode, signal, stderr } = await running.ended
  lines.end()
  listener.atExit(exitCode)
  goodbye.finish()
  pace.finish()
  const result = await resultOf(launch, place.result, listener.heard(), task.task.nonce)
  if (result.recovered) parts.report({ kind: 'recovered', from: 'result-file' })
  await launch.close?.()
  await launch.lent?.giveBack()
  await bringLinkedHome(launch.returns ?? [])
  const said = reasonIn(stderr.tail.toString('utf8'))
  const { loginHint: login, works } = launch
  const missing = isMissing(refused, launch) ? 'yes' : undefined
  const exit = { unavailable, missing, exitCode, signal, said, dismissed: goodbye.dismissed(), login, works } as const
  const end = endOf(listener.heard(), exit, result.reading, around.clock.wall())
  await (mayGoOn(end, launch) ? place.leaveKept() : place.remove())
  return end
}

function isMissing(refused: Ended['refused'], { file }: Launch): boolean {
  return refused?.path === file && ['ENOENT', 'EACCES', 'ENOEXEC'].includes(refused.code)
}

/** A limit of its provider ended it, as it reported or as the proxy saw: its conversation may be resumed. */
function mayGoOn(end: AgentEnd, { isLimited, conversation }: Launch): boolean {
  if (end.end !== 'failed' || conversation !== 'lasts') return false
  const { failure } = end
  return (
    failure.tag === 'quota' || (failure.tag === 'transport' && failure.class === 'rate-limit') || isLimited?.() === true
  )
}
