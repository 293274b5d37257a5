/** `forge build` with a real agent and no model: the built-in agent behind the meter against the fake provider. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Script } from '#testing/fake-llm/script.ts'
import { startFakeLlm, type FakeLlm } from '#testing/fake-llm/server.ts'
import type { Event, EventOf } from '#model/event.ts'
import { callHere } from '../calling.ts'

const secret = 'sk-the-real-secret'

const units = ['hello', 'bye'].map((id) => ({
  id,
  title: `Say ${id}`,
  writes: [`${id}.txt`, `env-${id}.txt`],
  verify: [{ name: 'said', run: `grep -q ${id} ${id}.txt` }],
}))
const approve = { nonce: '{{nonce}}', verdict: 'approve', summary: 'fine' }

/** What each turn says it used, so that the sums are figures of their own. */
const used = (input: number, output: number) => ({ usage: { input, output, cacheRead: 3, cacheWrite: 1 } })

const work = (id: string, more: object = {}) => ({
  id: `work ${id}`,
  when: { prompt: `The unit is called ${id}` },
  steps: [
    { read: 'greeting.txt', ...used(11, 2), ...more },
    { write: [`${id}.txt`, 'helo\n'], ...used(13, 5) },
    { edit: [`${id}.txt`, 'helo', id], ...used(17, 7) },
    { bash: `env > env-${id}.txt; test "$(cat ${id}.txt)" = ${id}`, ...used(19, 11) },
    { answer: { nonce: '{{nonce}}', status: 'done' }, ...used(23, 13) },
  ],
})

describe('U-21 I-32 forge build with the built-in agent', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-builtin-')))
  const project = join(root, 'project')
  let fake: FakeLlm
  let events: readonly Event[] = []
  let branch = ''

  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: project,
      encoding: 'utf8',
    })

  beforeAll(async () => {
    const started = await startFakeLlm({
      key: secret,
      script: Script.parse({
        version: 1,
        rules: [
          {
            id: 'plan',
            when: { prompt: 'Make a plan for this' },
            steps: [{ answer: { nonce: '{{nonce}}', plan: { summary: 'two greetings', units } }, ...used(7, 29) }],
          },
          work('hello', { fail: [{ status: 429, headers: { 'retry-after': '1' } }] }),
          work('bye', { fail: [{ status: 529, headers: { 'retry-after': '0' } }, { truncate: true }] }),
          {
            id: 'review',
            when: { prompt: 'Judge the change' },
            steps: [{ answer: approve, ...used(31, 3) }],
          },
        ],
      }),
    })
    if (!started.ok) throw new Error(started.failure)
    fake = started.value
    mkdirSync(join(project, '.forge'), { recursive: true })
    writeFileSync(join(project, 'greeting.txt'), 'write like this\n')
    writeFileSync(
      join(project, '.forge/config.yaml'),
      'agent: builtin:claude-sonnet-4-5\nverify:\n  - grep -q hello hello.txt && grep -q bye bye.txt\n',
    )
    git('init', '--quiet', '--initial-branch=main')
    git('add', '--all')
    git('commit', '--quiet', '-m', 'Start')
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: join(root, 'home'),
      ANTHROPIC_API_KEY: secret,
      ANTHROPIC_BASE_URL: fake.url,
    }
    const args = ['build', 'two greetings', '--yes', '--allow-plan-commands', '--json']
    const { out } = await callHere(args, { cwd: project, env })
    const items = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; event: Event; branch: string })
    events = items.flatMap((item) => (item.kind === 'event' ? [item.event] : []))
    branch = items.at(-1)?.branch ?? ''
  }, 180_000)

  afterAll(async () => {
    await fake.close()
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  })

  function all<Type extends Event['type']>(type: Type): EventOf<Type>[] {
    return events.filter((event): event is EventOf<Type> => event.type === type)
  }

  it('ends with both units merged, their files made by real tool calls', () => {
    expect(
      all('unit.merged')
        .map(({ unit }) => unit)
        .toSorted(),
    ).toEqual(['bye', 'hello'])
    expect(git('show', `${branch}:hello.txt`)).toBe('hello\n')
    expect(git('show', `${branch}:bye.txt`)).toBe('bye\n')
  })

  it('U-21 what is booked is what was served, to the token, over all attempts', () => {
    const booked = all('attempt.finished').map(({ usage }) => usage)
    const sum = (name: 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens') =>
      booked.reduce((total, usage) => total + usage[name], 0)
    expect({
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      cacheReadTokens: sum('cacheReadTokens'),
      cacheWriteTokens: sum('cacheWriteTokens'),
    }).toEqual(fake.served().total.tokens)
    expect(fake.served().total.tokens.inputTokens).toBe(7 + 2 * (11 + 13 + 17 + 19 + 23) + 2 * 31 + 11)
    const paid = booked.filter(({ inputTokens }) => inputTokens > 0)
    expect(paid.map(({ source }) => source)).toEqual(paid.map(() => 'metered'))
    expect(paid.every(({ costMicros }) => costMicros > 0)).toBe(true)
  })

  it('I-32 a limit and an overload are waited out in the attempt; a cut stream ends it, and the next one is done', () => {
    const statuses = fake
      .served()
      .requests.map(({ status, how }) => (how === 'answered' ? 'answered' : `${status} ${how}`))
    const troubles = statuses.filter((status) => status !== 'answered')
    expect(troubles.toSorted()).toEqual(['200 truncate', '429 error', '529 error'])
    const failed = all('attempt.finished').filter(({ outcome }) => outcome.status === 'failed')
    expect(failed.map(({ key, outcome }) => ({ unit: key.split('/')[2], outcome }))).toMatchObject([
      { unit: 'bye', outcome: { failure: { tag: 'transport', class: 'stream' } } },
    ])
    const reported = all('attempt.reported').filter(({ report }) => report.kind === 'rate-limited')
    expect(reported.length).toBeGreaterThanOrEqual(2)
  })

  it('T-1 the real key is nowhere but at the provider: not in commands, not in anything Forge wrote', () => {
    for (const id of ['hello', 'bye']) expect(git('show', `${branch}:env-${id}.txt`)).not.toContain(secret)
    const found = filesIn(join(root, 'home')).filter((file) => readFileSync(file).includes(secret))
    expect(found).toEqual([])
    expect(filesIn(join(root, 'home')).length).toBeGreaterThan(5)
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
