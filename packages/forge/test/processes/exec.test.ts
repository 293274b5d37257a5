import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  approvedShellLine,
  enclosure,
  environmentOf,
  run,
  start,
  endProcesses,
  type Command,
} from '#adapters/exec/index.ts'
import { raw } from '#messages/said.ts'
import { bundledAlone } from '../../../../scripts/bundled.ts'
import { isMissing } from '../tools.ts'
import { freshKey, inDirectory, livingAs, livingWith, until } from './living.ts'

// Real processes on a machine that may be busy.

const env = environmentOf({ home: tmpdir(), tmp: tmpdir() })

function shell(line: string, more: Partial<Command> = {}): Command {
  return { ...approvedShellLine(line), cwd: tmpdir(), env, ...more }
}

describe('running a command', () => {
  it('T-11 arguments are handed on as they are, whatever they hold', async () => {
    const odd = ['$(id)', '`id`', ';id', 'a\nb', '-rf', '--upload-pack=id', '"\'', '', '*', '\\']
    const ended = await run({
      file: process.execPath,
      args: ['-p', 'JSON.stringify(process.argv.slice(1))', '--', ...odd],
      cwd: tmpdir(),
      env,
    })
    expect(JSON.parse(ended.stdout.tail.toString())).toEqual(odd)
  })

  it('T-11 a thousand odd arguments arrive as they were', async () => {
    const word = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-$`;|&<>*?'"\\\n ]{0,6}$/))
    const odd = fc.sample(
      word.filter((text) => !text.includes('\0') && text.isWellFormed()),
      1000,
    )
    const program = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
    const chunks: Uint8Array[] = []
    await run({
      file: process.execPath,
      args: ['-e', program, '--', ...odd],
      cwd: tmpdir(),
      env,
      output: { onStdout: (chunk) => chunks.push(Uint8Array.from(chunk)) },
    })
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(odd)
  })

  it('T-11 nothing else in the sources starts a process, but the programs that play an agent', () => {
    const sources = fileURLToPath(new URL('../../src', import.meta.url))
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    )
    const spawning = files.filter((file) =>
      /['"](?:node:)?child_process['"]/.test(readFileSync(join(sources, file), 'utf8')),
    )
    expect(spawning.toSorted()).toEqual([
      'adapters/agents/scripted/perform-step.ts',
      'adapters/exec/foreground.ts',
      'adapters/exec/pipe.ts',
      'adapters/exec/spawn.ts',
      'testing/torture/actions.ts',
    ])
  })

  it('has an empty input unless one is given', async () => {
    expect((await run(shell('cat'))).stdout.bytes).toBe(0)
    expect((await run(shell('cat', { stdin: 'given' }))).stdout.tail.toString()).toBe('given')
    expect((await run(shell('exit 3', { stdin: 'x'.repeat(1e6) }))).exitCode).toBe(3)
  })

  it.each([
    ['exit 0', { exitCode: 0, signal: null }],
    ['exit 137', { exitCode: 137, signal: null }],
    ['kill -9 $$', { exitCode: null, signal: 'SIGKILL' }],
    ['kill -11 $$', { exitCode: null, signal: 'SIGSEGV' }],
  ])('F-19 tells how "%s" ended', async (line, expected) => {
    expect(await run(shell(line))).toMatchObject(expected)
  })

  it('says that a program or a directory is missing, and which', async () => {
    expect((await run(shell('true', { file: 'no-such-program' }))).unavailable).toEqual('no-such-program: ENOENT')
    expect((await run(shell('true', { cwd: '/no/such' }))).unavailable).toEqual('/no/such: ENOENT')
    expect((await run(shell('true', { file: '/etc/passwd' }))).unavailable).toEqual('/etc/passwd: EACCES')
    expect((await run(shell('true', { cwd: '/etc/passwd' }))).unavailable).toSay('ENOTDIR')
    expect((await run(shell('true', { args: ['x'.repeat(4e6)] }))).unavailable).toSay('E2BIG')
  })

  it('keeps both streams in the order of printing, through a pipe that can be opened by name', () =>
    inDirectory(async (directory) => {
      const line = 'echo 1; echo 2 >&2; echo 3 > /dev/stdout; echo 4 > /dev/stderr; echo 5'
      const ended = await run(shell(line, { output: { streams: { together: directory } } }))
      expect(ended).toMatchObject({ exitCode: 0, stderr: { bytes: 0 } })
      expect(ended.stdout.tail.toString()).toBe('1\n2\n3\n4\n5\n')
    }))
})

describe('T-1 the environment of a child', () => {
  it('T-1 of 30 canaries in the parent environment the child sees only the declared one', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `CANARY_${index}_TOKEN`)
    for (const name of names) process.env[name] = `secret-${name}`
    try {
      const key = freshKey()
      const declared = environmentOf({ home: '/h', tmp: '/t', pass: ['CANARY_7_TOKEN'] })
      const ended = await run({
        ...shell('cat /proc/self/environ; sh -c env'),
        env: declared,
        marker: { key, tree: 't' },
      })
      const seen = ended.stdout.tail.toString()
      expect(names.filter((name) => seen.includes(name))).toEqual(['CANARY_7_TOKEN'])
      expect(seen).toContain(`FORGE_KEY=${key}`)
      expect(seen).toContain('FORGE_TREE=t')
      expect(seen).toContain('HOME=/h')
      expect(seen).not.toContain(`HOME=${process.env['HOME']}`)
    } finally {
      for (const name of names) delete process.env[name]
    }
  })
})

describe('I-33 deadlines', () => {
  it('F-16 a silent child is ended at its idle deadline, one that speaks is not', async () => {
    const silent = await run(shell('sleep 60', { idleMs: 150, marker: { key: freshKey() } }))
    expect(silent).toMatchObject({ overran: 'idle', signal: 'SIGTERM', survivors: [] })
    const speaking = await run(shell('for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done', { idleMs: 400 }))
    expect(speaking).toMatchObject({ exitCode: 0 })
    expect(speaking.overran).toBeUndefined()
  })

  it('F-16 a child that ignores SIGTERM is killed after the grace', async () => {
    const key = freshKey()
    const ended = await run(
      shell('trap "" TERM; while :; do sleep 0.05; done', { wallMs: 100, graceMs: 100, marker: { key } }),
    )
    expect(ended).toMatchObject({ overran: 'wall', signal: 'SIGKILL' })
    expect(ended.durationMs).toBeLessThan(2000)
    expect(livingWith(`FORGE_KEY=${key}`)).toEqual([])
  })

  it('F-17 a stopped child is killed at once: it could not obey', async () => {
    const key = freshKey()
    const ended = await run(shell('kill -STOP $$; echo never', { wallMs: 200, graceMs: 30_000, marker: { key } }))
    expect(ended).toMatchObject({ overran: 'wall', signal: 'SIGKILL' })
    expect(livingWith(`FORGE_KEY=${key}`)).toEqual([])
  })

  it('F-17 interrupting a stopped child kills it', async () => {
    const key = freshKey()
    const child = await start(shell('kill -STOP $$; echo never', { marker: { key } }))
    const isStopped = (pid: number): boolean => readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') T ')
    await until(() => livingWith(`FORGE_KEY=${key}`).some(isStopped))
    await child.interrupt()
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL' })
  })

  it('I-35 a deadline beyond the longest timer is not a deadline of now', async () => {
    expect((await run(shell('sleep 0.1', { wallMs: 2 ** 40, idleMs: Infinity }))).overran).toBeUndefined()
  })
})

/** Ways out of a process group, each leaving somebody who would live for a minute. */
const escapes: readonly (readonly [string, string])[] = [
  ['a background child', 'sleep 61 & exit 0'],
  ['setsid', 'setsid sleep 61 & exit 0'],
  ['nohup', 'nohup sleep 61 >/dev/null 2>&1 & exit 0'],
  ['a double fork', '(setsid sh -c "sleep 61 & exit 0" &) ; exit 0'],
  ['a daemon with closed streams', 'setsid sh -c "sleep 61 & exit 0" </dev/null >/dev/null 2>&1 & exit 0'],
  ['a child without its environment in the session', 'env -i sleep 61 & exit 0'],
  ['ignoring every polite signal', 'setsid sh -c "trap \\"\\" TERM INT HUP; while :; do sleep 1; done" & exit 0'],
  ['a stopped daemon', 'setsid sh -c "kill -STOP \\$\\$; sleep 61" & exit 0'],
]

/** Where nothing holds children, the marker must find them. */
const nothing = { by: 'nothing', why: raw('as on a machine without') } as const

describe('I-33 nobody survives', () => {
  it.each(escapes)('F-31 %s does not outlive its parent, held or not', async (_, line) => {
    for (const held of [await enclosure(), nothing]) {
      const key = freshKey()
      const ended = await run(shell(line, { marker: { key } }), held)
      expect(ended).toMatchObject({ exitCode: 0, survivors: [] })
      expect(livingWith(`FORGE_KEY=${key}`)).toEqual([])
    }
  })

  it.skipIf(isMissing('bwrap'))(
    'I-33 F-31 a daemon of its own session, without parents, without its environment is gone with the namespace',
    async () => {
      expect(await enclosure()).toMatchObject({ by: 'bubblewrap' })
      const word = `61.${process.pid}`
      const daemon = `(setsid env -i sh -c 'sleep ${word} & exit 0' </dev/null >/dev/null 2>&1 &)`
      const seen = 'for i in 1 2 3 4 5 6 7 8 9; do pgrep -f "sleep 61[.]" >/dev/null && exit 4; sleep 0.1; done'
      const finished = await run(shell(`${daemon}; ${seen}`, { marker: { key: freshKey() } }))
      expect(finished).toMatchObject({ exitCode: 4, survivors: [] })
      expect(livingAs(word)).toEqual([])

      const child = await start(shell(`${daemon}; sleep 61`, { marker: { key: freshKey() } }))
      await until(() => livingAs(word).length === 1)
      await child.kill()
      expect(livingAs(word)).toEqual([])

      const late = await run(shell(`${daemon}; sleep 61`, { wallMs: 500, marker: { key: freshKey() } }))
      expect(late).toMatchObject({ overran: 'wall', survivors: [] })
      expect(livingAs(word)).toEqual([])
    },
  )

  it.skipIf(isMissing('bwrap'))(
    'I-33 a sweep by key also ends what cleared its environment in the namespace',
    async () => {
      const [key, word] = [freshKey(), `62.${process.pid}`]
      const child = await start(shell(`(setsid env -i sleep ${word} &); exec env -i sleep 61`, { marker: { key } }))
      await until(() => livingAs(word).length === 1)
      expect(await endProcesses({ key })).toMatchObject({ survivors: [] })
      await child.ended
      expect(livingAs(word)).toEqual([])
    },
  )

  it('says which program was missing also where children are held', async () => {
    const marker = { key: freshKey() }
    expect((await run(shell('true', { file: 'no-such-program', marker }))).unavailable).toEqual(
      'no-such-program: ENOENT',
    )
    expect((await run(shell('true', { cwd: '/no/such', marker }))).unavailable).toEqual('/no/such: ENOENT')
    expect(await run(shell('exit 3', { marker }))).toMatchObject({ exitCode: 3, signal: null })
  })

  it('F-31 I-33 a kill ends all of them, also one that forks as fast as it can', async () => {
    const key = freshKey()
    const forking = 'while :; do setsid sleep 61 & sleep 0.01; done'
    const child = await start(shell(`${forking} & ${forking}`, { marker: { key } }))
    await until(() => livingWith(`FORGE_KEY=${key}`).length > 10)
    await child.kill()
    expect(await child.ended).toMatchObject({ signal: 'SIGKILL', survivors: [] })
    await setTimeout(50)
    expect(livingWith(`FORGE_KEY=${key}`)).toEqual([])
    await child.kill()
    await child.interrupt()
  })

  it('T-32 I-33 a sweep finds by key or by tree, and only those', async () => {
    const [key, other] = [freshKey(), freshKey()]
    const children = await Promise.all([
      start(shell('exec sleep 61', { marker: { scope: 'a', key, tree: `${key}.t` } })),
      start(shell('exec sleep 61', { marker: { scope: 'b', key, tree: `${key}.t` } })),
      start(shell('exec sleep 61', { marker: { scope: 'a', key: other, tree: `${key}.t` } })),
    ])
    const first = await endProcesses({ scope: 'a', key })
    expect(first).toMatchObject({ survivors: [] })
    expect(first.ended).toBeGreaterThan(0)
    expect(await endProcesses({ scope: 'a', key })).toEqual({ ended: 0, survivors: [] })
    expect(livingWith(`FORGE_KEY=${other}`).length).toBeGreaterThan(0)
    expect((await endProcesses({ tree: `${key}.t` })).ended).toBeGreaterThan(first.ended)
    expect(livingWith(`FORGE_TREE=${key}.t`)).toEqual([])
    await Promise.all(children.map(({ ended }) => ended))
    await expect(endProcesses({})).rejects.toThrow('a marker needs')
  })

  it('I-33 interrupting reaches the whole group, and a child may end well', async () => {
    const child = await start(shell('trap "echo bye; exit 5" TERM; echo ready; sleep 61 & wait'))
    await until(() => child.lastSign() > 0)
    await setTimeout(100)
    await child.interrupt()
    const ended = await child.ended
    expect(ended).toMatchObject({ exitCode: 5 })
    expect(ended.stdout.tail.toString()).toContain('bye')
  })
})

it('T-27 I-34 F-23 output goes to a file up to its cap while the tail stays in memory', () =>
  inDirectory(async (directory) => {
    const path = join(directory, 'out.log')
    const ended = await run(
      shell('head -c 5000000 /dev/zero | tr "\\0" x; echo; echo END', {
        output: { stdout: { file: { path, capBytes: 1000 } } },
      }),
    )
    expect(ended.stdout).toMatchObject({ bytes: 5_000_005, fileBytes: 1000 })
    expect(ended.stdout.tail.length).toBe(64 * 1024)
    expect(ended.stdout.tail.toString()).toMatch(/x\nEND\n$/)
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(1000))
  }))

it('a private directory goes even when a tool has write-protected it, and no link is followed', () =>
  inDirectory(async (directory) => {
    expect(await asOrdinaryUser(new URL('./discarding.ts', import.meta.url), directory)).toBe(
      '{"root":false,"kept":true}\n',
    )
  }))

it('a program that is in no folder of the PATH is missing, also when one of them may not be searched', () =>
  inDirectory(async (directory) => {
    expect(await asOrdinaryUser(new URL('./searching.ts', import.meta.url), directory)).toBe(
      '["no-such-program: ENOENT","not-executable: EACCES",null]\n',
    )
  }))

/** What a program beside this file prints when it runs without special rights. */
async function asOrdinaryUser(program: URL, directory: string): Promise<string> {
  chmodSync(directory, 0o777)
  const ended = await run({
    file: process.execPath,
    args: [await bundledAlone(fileURLToPath(program)), directory],
    cwd: tmpdir(),
    env,
  })
  return ended.stdout.tail.toString()
}
