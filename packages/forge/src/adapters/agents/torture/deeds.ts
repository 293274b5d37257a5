/** What each behaviour does, in any wire format. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '#model/json.ts'
import type { BehaviourName } from './behaviours.ts'
import type { Wire } from './wire.ts'

/** The file that every behaviour changes before anything goes wrong. */
export const changedFile = 'tortured.txt'

export interface Stage {
  readonly wire: Wire
  /** The nonce of this attempt, as the prompt told it. */
  readonly nonce: string
}

type Deed = (stage: Stage) => Promise<void> | void

function work({ wire }: Stage): void {
  wire.started()
  writeFileSync(changedFile, 'changed\n')
  wire.tool('write', { path: changedFile })
  wire.text('I have changed it.')
}

const done = (nonce: string): Json => ({ nonce, status: 'done', note: '' })

async function end({ wire, nonce }: Stage): Promise<void> {
  await wire.answer(done(nonce))
  wire.used(120, 30)
  wire.finish()
}

const good: Deed = async (stage) => {
  work(stage)
  await end(stage)
}

/** Nothing keeps Node alive but this. */
function forever(): Promise<void> {
  return new Promise(() => setInterval(() => undefined, 1_000_000))
}

async function flood(bytes: number): Promise<void> {
  const chunk = `${'x'.repeat(65_535)}\n`
  for (let written = 0; written < bytes; written += chunk.length)
    if (!process.stdout.write(chunk)) await new Promise<void>((resolve) => process.stdout.once('drain', resolve))
}

export const deeds: Readonly<Record<BehaviourName, Deed>> = {
  good,
  async noise(stage) {
    process.stdout.write('\u001B[31mA banner\u001B[0m \u0000 {"type":"result"\n{}\n[]\n\n')
    process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a]))
    work(stage)
    stage.wire.text('one\u2028line\u2029only')
    process.stderr.write('\u001B]0;a title\u0007\n')
    await end(stage)
  },
  async slow(stage) {
    work(stage)
    for (let step = 0; step < 6; step += 1) {
      stage.wire.text(`step ${step}`)
      await sleep(300)
    }
    await end(stage)
  },
  async flood(stage) {
    work(stage)
    await flood(64 * 1024 * 1024)
    await end(stage)
  },
  async totals(stage) {
    work(stage)
    await stage.wire.answer(done(stage.nonce))
    stage.wire.used(60, 10)
    stage.wire.used(120, 30)
    stage.wire.finish()
  },
  async daemon(stage) {
    work(stage)
    spawn('/bin/sh', ['-c', 'setsid sleep 600 >/dev/null 2>&1 </dev/null &'], {
      env: {},
      detached: true,
      stdio: 'ignore',
    }).unref()
    await sleep(200)
    await end(stage)
  },
  async hang(stage) {
    work(stage)
    await forever()
  },
  async deaf(stage) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
    work(stage)
    await forever()
  },
  'half-line'(stage) {
    work(stage)
    stage.wire.half()
    process.exit(0)
  },
  'silent-exit'(stage) {
    work(stage)
    process.exit(0)
  },
  'dies-after-effect'(stage) {
    work(stage)
    process.kill(process.pid, 'SIGKILL')
  },
  async 'exit-after-success'(stage) {
    await good(stage)
    process.exitCode = 3
  },
  'failed-exit-0'(stage) {
    work(stage)
    stage.wire.fail(500)
  },
  'success-flag-on-failure'(stage) {
    work(stage)
    stage.wire.pretend(500)
  },
  limited(stage) {
    work(stage)
    stage.wire.used(120, 30)
    stage.wire.fail(429)
  },
  async 'two-ends'(stage) {
    await good(stage)
    stage.wire.finish()
  },
  async 'answers-twice'(stage) {
    work(stage)
    await stage.wire.answer({ nonce: stage.nonce, status: 'blocked', note: 'no' })
    await end(stage)
  },
  'no-answer'(stage) {
    work(stage)
    stage.wire.finish()
  },
  prose(stage) {
    work(stage)
    stage.wire.text(`APPROVED. ${JSON.stringify(done(stage.nonce))}`)
    stage.wire.finish()
  },
  forged: (stage) => good({ ...stage, nonce: 'f'.repeat(64) }),
  injected: (stage) => good({ ...stage, nonce: readFileSync('INJECTED.md', 'utf8').trim() }),
}
