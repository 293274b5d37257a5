/** Performs the steps of a script in the current directory, the tree of the agent. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { filled } from './fill.ts'
import type { Step, StepOf } from './steps.ts'
import { resultVariable, type ScriptedTask } from './task.ts'

type Deeds = { readonly [Name in Step['do']]: (step: StepOf<Name>, told: ScriptedTask) => void | Promise<unknown> }

export async function performStep(step: Step, told: ScriptedTask): Promise<void> {
  const deed = deeds[step.do] as (step: Step, told: ScriptedTask) => void | Promise<unknown>
  await deed(filled(step, wordsOf(told)), told)
}

const deeds: Deeds = {
  write: ({ path, text }) => writeWithFolders(path, text),
  'write-outside': ({ path, text }) => writeWithFolders(path, text),
  append: ({ path, text }) => appendFileSync(path, text),
  replace({ path, find, with: text }) {
    const before = readFileSync(path, 'utf8')
    if (!before.includes(find)) throw new Error(`${path} does not contain ${JSON.stringify(find)}`)
    writeFileSync(
      path,
      before.replace(find, () => text),
    )
  },
  delete: ({ path }) => rmSync(path, { recursive: true, force: true }),
  'remove-tree': () => rmSync(process.cwd(), { recursive: true, force: true }),

  run: ({ line }) => runProgram('sh', ['-c', line]),
  commit({ message }) {
    runProgram('git', ['add', '--all'])
    runProgram('git', ['-c', 'user.name=agent', '-c', 'user.email=agent@invalid', 'commit', '--quiet', '-m', message])
  },
  spawn: ({ how, ms }) => runProgram('sh', ['-c', leavingLines[how], 'sh', String(ms / 1000)]),

  print: ({ text, to }) => (to === 'message' ? say({ type: 'text', text }) : print(to, `${text}\n`)),
  async flood({ mebibytes, to }) {
    const chunk = Buffer.alloc(64 * 1024, `${'x'.repeat(99)}\n`)
    for (let left = mebibytes * 16; left > 0; left -= 1) await print(to, chunk)
    await print(to, '\n')
  },
  tool: ({ name, path }) => say({ type: 'tool', name, path }),
  session: ({ id, model }) => say({ type: 'session', session: id, ...(model === undefined ? {} : { model }) }),
  usage: (step) => say({ type: 'usage', usage: { ...step, do: undefined } }),
  windows: ({ windows }) => say({ type: 'windows', windows }),
  'needs-human': ({ text }) => say({ type: 'needs-human', text }),
  'rate-limited': ({ retryAfterMs }) => say({ type: 'rate-limited', retryAfterMs }),

  answer: (step, told) => answerWith(JSON.stringify({ ...goodAnswer(told.task), ...step.with })),
  'answer-text': ({ text }) => answerWith(text),
  'answer-oversized': ({ mebibytes }, told) =>
    answerWith(JSON.stringify({ ...goodAnswer(told.task), note: 'x'.repeat(mebibytes * 1024 * 1024) })),
  async fail(step) {
    await say({ ...step, type: 'failed', do: undefined })
    process.exit(1)
  },
  exit: ({ code }) => process.exit(code),
  async signal({ name }) {
    process.kill(process.pid, name)
    await sleep(50) // a signal takes a moment to arrive
  },
  sleep: ({ ms }) => sleep(ms),
  hang: () => new Promise(() => setInterval(() => undefined, 1_000_000)),
  'ignore-signals'() {
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined)
  },
}

/** How a process is left behind; `$1` is for how many seconds. */
const leavingLines: Record<StepOf<'spawn'>['how'], string> = {
  plain: 'sleep "$1" &',
  setsid: 'setsid sleep "$1" &',
  'double-fork': '(setsid sh -c \'sleep "$1" & exit 0\' sh "$1" </dev/null >/dev/null 2>&1 &)',
  nohup: 'nohup sleep "$1" >/dev/null 2>&1 &',
}

function goodAnswer(task: ScriptedTask['task']): Record<string, unknown> {
  const { nonce } = task
  if (task.do === 'work') return { nonce, status: 'done', note: '' }
  if (task.do === 'judge') {
    const criteria = task.criteria?.map((check) => ({ check, met: true, evidence: '' }))
    return {
      nonce,
      verdict: task.words?.find((word) => word.startsWith('approve')) ?? 'approve',
      findings: [],
      summary: '',
      ...(criteria === undefined ? {} : { criteria }),
    }
  }
  if (task.do === 'document')
    return {
      nonce,
      document: documentOf(task),
    }
  return { nonce, plan: { summary: task.brief.slice(0, 1000), units: [] } }
}

/** Long enough for a gate, and different in each attempt. */
function documentOf({ unit, brief, nonce }: ScriptedTask['task']): string {
  return `# ${unit}\n\n${brief.slice(0, 1000)}\n\n${'It is done step by step. '.repeat(10)}\n\nAttempt ${nonce.slice(0, 8)}.\n`
}

function answerWith(text: string): void {
  const path = process.env[resultVariable]
  if (path === undefined) throw new Error(`there is nowhere to answer: ${resultVariable} is not set`)
  appendFileSync(path, `${text}\n`, { mode: 0o600 })
}

export function say(progress: object): Promise<void> {
  return print('stdout', `${JSON.stringify(progress)}\n`)
}

function print(to: 'stdout' | 'stderr', text: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    process[to].write(text, () => resolve())
  })
}

function writeWithFolders(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function runProgram(file: string, args: readonly string[]): void {
  const { status, error, signal } = spawnSync(file, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${file} ended with ${status ?? signal}`)
}

/** The values of placeholders: the agent's task. */
function wordsOf({ task, attempt }: ScriptedTask): Readonly<Record<string, string>> {
  const { nonce, unit, role, brief } = task
  return { nonce, unit, role, brief, attempt: String(attempt) }
}
