/** The action of each behaviour, in any wire format. */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BehaviourName } from './behaviours.ts'
import type { WireFormat } from './wire-format.ts'

/** The file that every behaviour changes before the fault. */
export const changedFile = 'tortured.txt'

export interface Stage {
  readonly tongue: WireFormat
  /** The nonce of this attempt, from its prompt. */
  readonly nonce: string
  /** Prints any text on its output, unchanged. */
  print(this: void, text: string): Promise<void>
  /** From here on it ignores signals and requests to stop. */
  goDeaf(this: void): void
}

type Action = (stage: Stage) => Promise<void> | void

function work({ tongue }: Stage): void {
  tongue.begin('11111111-2222-4333-8444-555555555555')
  writeFileSync(changedFile, 'changed\n')
  tongue.tool('Write')
  tongue.say('I have changed it.')
}

const done = (nonce: string) => ({ nonce, status: 'done', note: '' })

async function end({ tongue, nonce }: Stage): Promise<void> {
  tongue.use(120, 30)
  await tongue.answer(done(nonce))
}

const good: Action = async (stage) => {
  work(stage)
  await end(stage)
}

/** Finds the user's repository; a sandboxed agent fails to change it, and continues. */
function reachingOut(deed: (outside: string) => void): Action {
  return async (stage) => {
    work(stage)
    try {
      deed(readFileSync('OUTSIDE.md', 'utf8').trim())
    } catch {
      stage.tongue.say('I could not.')
    }
    await end(stage)
  }
}

function commitIn(folder: string): void {
  const as = ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.invalid']
  spawnSync('git', ['-C', folder, ...as, 'commit', '--quiet', '--allow-empty', '--all', '-m', 'mine'])
}

/** Keeps Node alive. */
function forever(): Promise<void> {
  return new Promise(() => setInterval(() => undefined, 1_000_000))
}

export const actions: Readonly<Record<BehaviourName, Action>> = {
  good,
  async noise(stage) {
    await stage.print('\u001B[31mA banner\u001B[0m \u0000 {"type":"result"\n{}\n[]\n\n')
    process.stdout.write(Buffer.from([0xff, 0xfe, 0x0a]))
    work(stage)
    stage.tongue.say('one\u2028line\u2029only')
    process.stderr.write('\u001B]0;a title\u0007\n')
    await end(stage)
  },
  async slow(stage) {
    work(stage)
    for (let step = 0; step < 6; step += 1) {
      stage.tongue.say(`step ${step}`)
      await sleep(300)
    }
    await end(stage)
  },
  async flood(stage) {
    work(stage)
    for (let chunks = 0; chunks < 1024; chunks += 1) await stage.print(`${'x'.repeat(65_535)}\n`)
    await end(stage)
  },
  async totals(stage) {
    work(stage)
    stage.tongue.use(60, 10)
    stage.tongue.use(60, 20)
    await stage.tongue.answer(done(stage.nonce))
  },
  async daemon(stage) {
    work(stage)
    const line = 'setsid sleep 600 >/dev/null 2>&1 </dev/null &'
    spawn('/bin/sh', ['-c', line], { env: {}, detached: true, stdio: 'ignore' }).unref()
    await sleep(200)
    await end(stage)
  },
  async hang(stage) {
    work(stage)
    await forever()
  },
  async deaf(stage) {
    stage.goDeaf()
    work(stage)
    await forever()
  },
  async 'half-line'(stage) {
    work(stage)
    await stage.print('{"type":"result","subtype":"succ')
    process.exit(0)
  },
  async 'silent-exit'(stage) {
    work(stage)
    await stage.print('')
    process.exit(0)
  },
  async 'dies-after-effect'(stage) {
    work(stage)
    await stage.print('')
    process.kill(process.pid, 'SIGKILL')
  },
  async 'exit-after-success'(stage) {
    await good(stage)
    process.exitCode = 3
  },
  'failed-exit-0'(stage) {
    work(stage)
    stage.tongue.fail('server')
  },
  limited(stage) {
    work(stage)
    stage.tongue.use(120, 30)
    stage.tongue.fail('rate-limit')
  },
  'limit-with-reset'(stage) {
    work(stage)
    stage.tongue.spent(7_200_000)
  },
  'writes-outside': reachingOut((outside) => writeFileSync(join(outside, 'leaked.txt'), 'leaked\n')),
  'deletes-tests': reachingOut((outside) => {
    rmSync('test', { recursive: true, force: true })
    rmSync(join(outside, 'test'), { recursive: true, force: true })
  }),
  commits: reachingOut((outside) => {
    commitIn('.')
    commitIn(outside)
  }),
  'rewrites-git': reachingOut((outside) => {
    rmSync('.git', { recursive: true, force: true })
    writeFileSync(join(outside, '.git/hooks/post-checkout'), '#!/bin/sh\n', { mode: 0o755 })
    appendFileSync(join(outside, '.git/config'), '[core]\n\tfsmonitor = true\n')
  }),
  async 'two-ends'(stage) {
    await good(stage)
    stage.tongue.finish()
  },
  async 'answers-twice'(stage) {
    work(stage)
    await stage.tongue.answer({ nonce: stage.nonce, status: 'blocked', note: 'no' })
    await end(stage)
  },
  async 'helper-ends'(stage) {
    work(stage)
    stage.tongue.helper?.({ ...done('e'.repeat(64)), note: 'of a helper' })
    await sleep(500)
    await end(stage)
  },
  'no-answer'(stage) {
    work(stage)
    stage.tongue.finish()
  },
  prose(stage) {
    work(stage)
    stage.tongue.say(`APPROVED. ${JSON.stringify(done(stage.nonce))}`)
    stage.tongue.finish()
  },
  forged: (stage) => good({ ...stage, nonce: 'f'.repeat(64) }),
  injected: (stage) => good({ ...stage, nonce: readFileSync('INJECTED.md', 'utf8').trim() }),
}
