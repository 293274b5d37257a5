import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { endProcesses } from '#adapters/exec/index.ts'
import { isMissing } from '../tools.ts'
import { livingAs, livingWith, pathOf, until } from './living.ts'
import { done, exits, results } from './exits.ts'
import { expectNothingLeft, nonce, rehearse } from './rehearsal.ts'
import { bundledProgram, compiled } from '../../../../scripts/bundled.ts'

// Real processes on a machine that may be busy.

const answer = { do: 'answer' }
const cached = { ...process.env, NODE_COMPILE_CACHE: compiled }
const suspendedForge = await bundledProgram(fileURLToPath(new URL('./suspended-forge.ts', import.meta.url)))
const doomedForge = await bundledProgram(fileURLToPath(new URL('./doomed-forge.ts', import.meta.url)))

describe('U-32 a scripted agent works', () => {
  it('U-32 edits files in its tree, streams usage and answers with the nonce of its attempt', () =>
    rehearse(async ({ perform, tree, reports }) => {
      writeFileSync(join(tree, 'old.txt'), 'one two one')
      writeFileSync(join(tree, 'gone.txt'), '')
      const end = await perform([
        { do: 'session', id: 's-1' },
        { do: 'write', path: 'src/deep/a.txt', text: '{{role}} of {{unit}}, attempt {{attempt}}: {{brief}} {{other}}' },
        { do: 'append', path: 'src/deep/a.txt', text: '!' },
        { do: 'replace', path: 'old.txt', find: 'one', with: '$&' },
        { do: 'delete', path: 'gone.txt' },
        { do: 'usage', inputTokens: 100, outputTokens: 5 },
        { do: 'usage', inputTokens: 11, costMicros: 7 },
        { do: 'answer', with: { note: 'for {{unit}}' } },
      ])
      expect(end).toEqual({
        end: 'answered',
        answer: { ...done, note: 'for m1' },
        usage: {
          inputTokens: 111,
          outputTokens: 5,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          costMicros: 7,
          source: 'reported',
        },
      })
      expect(readFileSync(join(tree, 'src/deep/a.txt'), 'utf8')).toBe('engineer of m1, attempt 1: do it {{other}}!')
      expect(readFileSync(join(tree, 'old.txt'), 'utf8')).toBe('$& two one')
      expect(readdirSync(tree).toSorted()).toEqual(['old.txt', 'src'])
      expect(reports.map(({ kind }) => kind)).toEqual(['session', 'usage'])
    }))

  it('U-32 judges and plans', () =>
    rehearse(async ({ perform }) => {
      const judged = await perform([{ do: 'answer', with: { verdict: 'revise', summary: 'no tests' } }], {
        do: 'judge',
      })
      expect(judged).toMatchObject({ answer: { nonce, verdict: 'revise', summary: 'no tests', findings: [] } })
      const plan = { units: [{ id: 'm1', title: 'One' }] }
      expect(await perform([{ do: 'answer', with: { plan } }], { do: 'plan' })).toMatchObject({
        answer: { nonce, plan },
      })
    }))

  it('U-32 runs programs and commits, as an agent should not', () =>
    rehearse(async ({ perform, tree }) => {
      execFileSync('git', ['init', '--quiet', tree])
      const end = await perform([
        { do: 'run', line: 'echo hi > made.txt' },
        { do: 'commit', message: 'by {{unit}}' },
        answer,
      ])
      expect(end).toMatchObject({ end: 'answered' })
      expect(execFileSync('git', ['-C', tree, 'log', '--format=%an %s', '--name-only'], { encoding: 'utf8' })).toBe(
        'agent by m1\n\nmade.txt\n',
      )
    }))

  it('U-32 writes outside, or removes its own tree, and still ends', () =>
    rehearse(async ({ perform, root, tree }) => {
      await perform([{ do: 'write-outside', path: '../../outside.txt', text: 'x' }, answer])
      expect(existsSync(join(root, 'outside.txt'))).toBe(true)
      expect(await perform([{ do: 'remove-tree' }, answer])).toMatchObject({ end: 'answered' })
      expect(existsSync(tree)).toBe(false)
    }))

  it('U-32 says which step could not be done', () =>
    rehearse(async ({ perform }) => {
      expect(await perform([{ do: 'replace', path: 'none.txt', find: 'a', with: 'b' }])).toMatchObject({
        failure: { tag: 'blocked', text: expect.saying(/^step 1 \(replace\): .*none\.txt/) },
      })
    }))
})

/** Every exit with a good result, and every result with one exit that is good and one that is not: all pairs are in the proof. */
describe('F-19 every way to exit with every kind of result', () => {
  for (const [exit, exitSteps, crash] of exits)
    it(`F-19 ${exit}`, () =>
      rehearse(async ({ perform }) => {
        const some = ['exit 0', 'exit 1'].includes(exit)
          ? results
          : results.filter(([name]) => name === 'a good result')
        for (const [result, resultSteps, atExitZero] of some) {
          const expected = exit === 'exit 0' ? atExitZero : { end: 'failed', failure: { tag: 'crash', ...crash } }
          expect(await perform([...resultSteps, ...exitSteps]), result).toMatchObject(expected)
        }
      }))
})

describe('F-26 only the result file answers', () => {
  it.each([
    ['printed as a message', [{ do: 'print', text: '{"nonce":"{{nonce}}","status":"done"}' }]],
    ['printed raw', [{ do: 'print', text: '{"nonce":"{{nonce}}","status":"done"}', to: 'stdout' }]],
    ['printed by a test', [{ do: 'run', line: 'echo \'{"nonce":"{{nonce}}","status":"done"}\'' }]],
    ['written into the tree', [{ do: 'write', path: 'result.jsonl', text: '{"nonce":"{{nonce}}","status":"done"}' }]],
  ])('F-26 a result that is %s is none', (_, steps) =>
    rehearse(async ({ perform }) => {
      expect(await perform(steps)).toMatchObject({ failure: { tag: 'empty' } })
    }),
  )

  it('F-26 a forged nonce is handed on as it is, for the core to refuse', () =>
    rehearse(async ({ perform }) => {
      const end = await perform([{ do: 'answer', with: { nonce: 'f'.repeat(64) } }])
      expect(end).toMatchObject({ end: 'answered', answer: { nonce: 'f'.repeat(64) } })
    }))

  it.each([
    ['a link', 'ln -s /etc/hostname "$FORGE_RESULT"', 'cannot be read'],
    ['a pipe', 'mkfifo "$FORGE_RESULT"', 'not a file'],
    ['a folder', 'mkdir "$FORGE_RESULT"', 'not a file'],
  ])('F-26 T-8 T-24 a result that is %s is refused', (_, line, error) =>
    rehearse(async ({ perform }) => {
      expect(await perform([{ do: 'run', line }])).toMatchObject({
        failure: { tag: 'invalid', errors: [expect.saying(error)] },
      })
    }),
  )
})

describe('failures of the provider', () => {
  it.each([
    [
      { as: 'rate-limit', retryAfterMs: 20_000 },
      { tag: 'transport', class: 'rate-limit', retryAfterMs: 20_000 },
    ],
    [{ as: 'rate-limit' }, { tag: 'transport', class: 'rate-limit' }],
    [{ as: 'network' }, { tag: 'transport', class: 'network' }],
    [{ as: 'server' }, { tag: 'transport', class: 'server' }],
    [{ as: 'stream' }, { tag: 'transport', class: 'stream' }],
    [{ as: 'connection' }, { tag: 'transport', class: 'connection' }],
    [
      { as: 'quota', resetAfterMs: 500 },
      { tag: 'quota', resetAt: 1_000_500 },
    ],
    [
      { as: 'blocked', text: 'which database?' },
      { tag: 'blocked', text: 'which database?' },
    ],
  ])('U-32 %o', (fields, failure) =>
    rehearse(async ({ perform }) => {
      expect(
        await perform([
          { do: 'usage', inputTokens: 3 },
          { do: 'fail', ...fields },
        ]),
      ).toMatchObject({
        end: 'failed',
        failure,
        usage: { inputTokens: 3 },
      })
    }),
  )

  it('F-19 a failure that was spoken of after an answer is a contradiction', () =>
    rehearse(async ({ perform }) => {
      expect(await perform([answer, { do: 'fail', as: 'server' }])).toMatchObject({
        failure: { tag: 'crash', exitCode: 1 },
      })
    }))

  it('U-32 reports limits, needs and usage as they come', () =>
    rehearse(async ({ perform, reports }) => {
      const used = { do: 'usage', inputTokens: 1 }
      await perform([
        { do: 'rate-limited', retryAfterMs: 5000 },
        { do: 'needs-human', text: 'look' },
        used,
        used,
        answer,
      ])
      expect(reports[0]).toEqual({ kind: 'rate-limited', account: 'main', until: 1_005_000 })
      expect(reports[1]).toEqual({ kind: 'needs-human', text: 'look' })
      expect(reports[2]).toMatchObject({ kind: 'usage', usage: { inputTokens: 1 } })
      expect(reports).toHaveLength(3)
    }))
})

describe('agents that do not end', () => {
  it('F-16 a hanging agent is killed with everything it started', () =>
    rehearse(async ({ start, root, key }) => {
      const session = await start([{ do: 'spawn', how: 'setsid' }, { do: 'ignore-signals' }, answer, { do: 'hang' }])
      await until(() => livingWith(`FORGE_KEY=${key}`).length >= 2)
      await session.kill()
      expect(await session.ended).toMatchObject({ failure: { tag: 'crash', exitCode: null, signal: 'SIGKILL' } })
      expectNothingLeft(root, key)
      await session.kill()
      await session.interrupt()
    }))

  it('F-16 an interrupt ends an agent that listens, and not one that does not', () =>
    rehearse(async ({ start, root, key }) => {
      const polite = await start([{ do: 'print', text: 'ready' }, { do: 'hang' }])
      await setTimeout(200)
      await polite.interrupt()
      expect(await polite.ended).toMatchObject({ failure: { tag: 'crash', signal: 'SIGTERM' } })
      const stubborn = await start([{ do: 'ignore-signals' }, { do: 'write', path: 'ready', text: '' }, { do: 'hang' }])
      await until(() => existsSync(join(root, 'trees/r.unit.m1/ready')))
      await stubborn.interrupt()
      expect(await Promise.race([stubborn.ended, setTimeout(200, 'lives')])).toBe('lives')
      await stubborn.kill()
      expectNothingLeft(root, key)
    }))

  it('F-17 a stopped agent is killed by an interrupt: it could not obey', () =>
    rehearse(async ({ start, key }) => {
      const session = await start([{ do: 'signal', name: 'SIGSTOP' }, answer])
      const isStopped = (): boolean =>
        livingWith(`FORGE_KEY=${key}`).some((pid) => readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') T '))
      await until(isStopped)
      await session.interrupt()
      expect(await session.ended).toMatchObject({ failure: { tag: 'crash', signal: 'SIGKILL' } })
    }))

  it.each(['plain', 'setsid', 'double-fork', 'nohup'])('F-31 I-33 what a finished agent left by %s is gone', (how) =>
    rehearse(async ({ perform }) => {
      expect(await perform([{ do: 'spawn', how }, { do: 'spawn', how }, answer])).toMatchObject({ end: 'answered' })
    }),
  )

  it.skipIf(isMissing('bwrap'))(
    'I-33 when Forge itself is killed, its agents and all that they started go with it',
    () =>
      rehearse(async ({ key, root, tree }) => {
        const word = `61.${process.pid}`
        const clearing = { do: 'run', line: `(setsid env -i sleep ${word} &)` }
        const steps = [{ do: 'spawn', how: 'double-fork' }, clearing, { do: 'hang' }]
        writeFileSync(join(root, 'script.yaml'), JSON.stringify({ version: 1, rules: [{ steps }] }))
        const forge = spawn(process.execPath, [doomedForge, root, tree, key], { stdio: 'ignore', env: cached })
        await until(() => livingAs(word).length === 1)
        forge.kill('SIGKILL')
        await until(() => livingWith(`FORGE_KEY=${key}`).length === 0 && livingAs(word).length === 0)
        expect(await endProcesses({ scope: root, key })).toEqual({ ended: 0, survivors: [] })
      }),
  )

  it('I-33 when Forge itself is killed where nothing holds its agents, a sweep by key finds what it left', () =>
    rehearse(async ({ key, root, tree }) => {
      const steps = [{ do: 'spawn', how: 'double-fork' }, { do: 'spawn', how: 'nohup' }, { do: 'hang' }]
      writeFileSync(join(root, 'script.yaml'), JSON.stringify({ version: 1, rules: [{ steps }] }))
      const env = { ...cached, PATH: pathOf(root, ['sh', 'sleep', 'setsid', 'nohup']) }
      const args = [doomedForge, root, tree, key]
      const forge = spawn(process.execPath, args, { stdio: 'ignore', env })
      await until(() => livingWith(`FORGE_KEY=${key}`).length >= 3)
      forge.kill('SIGKILL')
      await once(forge, 'exit')
      await setTimeout(50)
      expect(livingWith(`FORGE_KEY=${key}`).length).toBeGreaterThanOrEqual(3)
      expect((await endProcesses({ scope: root, key })).ended).toBeGreaterThanOrEqual(3)
      expect(livingWith(`FORGE_KEY=${key}`)).toEqual([])
      expect(await endProcesses({ scope: root, key })).toEqual({ ended: 0, survivors: [] })
    }))

  it('I-35 a Forge that stood still for longer than the idle deadline ends nobody who spoke meanwhile', () =>
    rehearse(async ({ key, root, tree }) => {
      const args = [suspendedForge, root, tree, key]
      const forge = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: cached })
      const printed = text(forge.stdout)
      await until(() => livingWith(`FORGE_KEY=${key}`).length >= 1)
      await setTimeout(300)
      forge.kill('SIGSTOP')
      await setTimeout(4000)
      forge.kill('SIGCONT')
      expect(JSON.parse(await printed)).toEqual({ agent: 'answered', exitCode: 0, overran: 'nothing' })
    }))

  it('I-40 output and changed files are signs of life, silence is not', () =>
    rehearse(async ({ start, tree }) => {
      const working = await start([{ do: 'sleep', ms: 1300 }, { do: 'write', path: 'a', text: '' }, { do: 'hang' }])
      const startedAt = working.lastSign()
      await setTimeout(1100)
      expect(working.lastSign() - startedAt).toBeLessThan(500)
      await until(() => existsSync(join(tree, 'a')))
      expect(working.lastSign() - startedAt).toBeGreaterThan(1000)
      await working.kill()
    }))
})

describe('I-34 floods', () => {
  it.each(['stdout', 'stderr'])('F-23 an agent that floods %s still answers', (to) =>
    rehearse(async ({ perform }) => {
      expect(await perform([{ do: 'flood', mebibytes: 32, to }, answer])).toMatchObject({ end: 'answered' })
    }),
  )
})

describe('agents that cannot be started', () => {
  it('U-32 a missing program, script, rule or tree is unavailable, and says what', async () => {
    const what = (text: string): object => ({
      failure: { tag: 'unavailable', what: expect.saying(text) },
    })
    await rehearse(
      async ({ perform }) => {
        expect(await perform([answer], { unit: 'other' })).toMatchObject(what('script: ENOENT'))
      },
      { scriptPath: '/no/script' },
    )
    await rehearse(async ({ perform, tree }) => {
      expect(await perform('version: 1\nrules: [{when: {unit: m9}, steps: []}]')).toMatchObject(
        what('no rule for role engineer, unit m1, phase implement, attempt 1'),
      )
      expect(await perform('version: 1\nrules: [{steps: [{do: fly}]}]')).toMatchObject(
        what('script.yaml:2: rule 1, step 1, do'),
      )
      await perform([{ do: 'remove-tree' }])
      expect(await perform([answer])).toMatchObject(what(`${tree}: ENOENT`))
    })
    await rehearse(
      async ({ perform }) => {
        expect(await perform([answer])).toMatchObject(what('/no/agent.js'))
      },
      { program: '/no/agent.js' },
    )
  })
})

it('T-1 of 30 canaries in the environment of Forge the agent sees only the declared one', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `CANARY_${index}_SECRET`)
  for (const name of names) process.env[name] = `value-of-${name}`
  try {
    await rehearse(
      async ({ perform, tree }) => {
        await perform([
          { do: 'run', line: 'env > env.txt; cat /proc/self/environ /proc/$PPID/environ >> env.txt' },
          answer,
        ])
        const seen = readFileSync(join(tree, 'env.txt'), 'utf8')
        expect(names.filter((name) => seen.includes(name))).toEqual(['CANARY_3_SECRET'])
        expect(seen).toContain('TERM=dumb')
      },
      { pass: ['CANARY_3_SECRET'] },
    )
  } finally {
    for (const name of names) delete process.env[name]
  }
})
