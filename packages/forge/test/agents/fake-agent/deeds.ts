/** What the fake agent does, whatever its tongue. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { unreachable } from '#model/result.ts'
import type { Deed } from '#testing/contract/agents-harness.ts'
import type { WireFormat } from '#testing/torture/index.ts'

/** `$1` is for how many seconds it would live. */
const leaving: Readonly<Record<Extract<Deed, { do: 'leave-behind' }>['how'], string>> = {
  plain: 'sleep "$1" &',
  setsid: 'setsid sleep "$1" &',
  'double-fork': '(setsid sh -c \'sleep "$1" & exit 0\' sh "$1" </dev/null >/dev/null 2>&1 &)',
}

export interface Actor {
  readonly tongue: WireFormat
  readonly told: string
  printRaw(text: string): Promise<void>
  /** From here on neither signals nor words end it. */
  ignoreSignals(): void
}

/** Waits to be asked for its answer once more, with this in the words. */
export interface AwaitAgain {
  readonly do: 'await-again'
  readonly text: string
}

export async function perform(deed: Deed | AwaitAgain, actor: Actor): Promise<void> {
  const { tongue } = actor
  switch (deed.do) {
    case 'begin':
      return tongue.begin(deed.session)
    case 'expect':
      return actor.told.includes(deed.text) ? undefined : endWith(tongue, `was not told ${deed.text}`)
    case 'await-again': {
      const told = await tongue.again?.()
      return told?.includes(deed.text) === true ? undefined : endWith(tongue, 'other')
    }
    case 'say':
      return tongue.say(deed.text)
    case 'tool':
      return tongue.tool(deed.name)
    case 'write':
      return writeFileSync(deed.path.replace('$FORGE_RESULT', process.env['FORGE_RESULT'] ?? 'nowhere'), deed.text)
    case 'use':
      return tongue.use(deed.input, deed.output)
    case 'limited':
      return tongue.limited(deed.retryAfterMs)
    case 'answer':
      return tongue.answer(deed.answer)
    case 'finish':
      return tongue.finish()
    case 'fail':
      return endWith(tongue, deed.as)
    case 'print':
      return actor.printRaw(`${deed.line}\n`)
    case 'flood':
      for (let left = deed.mebibytes * 16; left > 0; left -= 1) await actor.printRaw(`${'x'.repeat(64 * 1024 - 1)}\n`)
      return
    case 'leave-behind':
      return void spawnSync('sh', ['-c', leaving[deed.how], 'sh', '60'], { stdio: 'ignore' })
    case 'ignore-signals':
      return actor.ignoreSignals()
    case 'hang':
      return new Promise(() => setInterval(() => undefined, 1_000_000))
    case 'exit':
      return process.exit(deed.code)
    case 'die':
      process.kill(process.pid, deed.signal)
      return new Promise(() => setInterval(() => undefined, 1_000_000))
    default:
      return unreachable(deed)
  }
}

async function endWith(tongue: WireFormat, as: string): Promise<void> {
  tongue.fail(as as Parameters<WireFormat['fail']>[0])
  await tongue.farewell()
  process.exit(1)
}
