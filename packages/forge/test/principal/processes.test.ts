/** Who speaks, told from the processes themselves: agents of Forge that hide where they come from, and humans who look like it. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enclosure, run, type Enclosure, type Marker } from '#adapters/exec/index.ts'
import { raw } from '#messages/said.ts'
import { makeStage, type Stage } from '../cli/stage.ts'
import { isMissing } from '../tools.ts'

let stage: Stage
let base: string
let forge: string
const runs = 8
beforeAll(async () => {
  stage = makeStage()
  base = realpathSync(mkdtempSync(join(tmpdir(), 'forge-who-')))
  forge = (await stage.command()).map((word) => `'${word}'`).join(' ')
  for (let one = 0; one < runs; one += 1) await stage.play(`wait-${one}`, { approves: 'no' })
})
afterAll(() => {
  stage.end()
  rmSync(base, { recursive: true, force: true })
})

const bare: Enclosure = { by: 'nothing', why: raw('a test') }
const marker: Marker = { scope: 'who', key: 'wait-0/0/api/implement#1', tree: 'api' }
const home = (): string => join(stage.root, '../home')

/** Tells its result in a file: whoever leaves its session is not waited for. */
function approving(name: string, which: string): string {
  const line = `HOME='${home()}' ${forge} approve ${which} --no-drive --json`
  return `sh -c "cd '${stage.root}'; ${line} > '${base}/${name}.out' 2>&1; echo \\$? > '${base}/${name}.exit'"`
}

/** A shell line as an agent of Forge runs it, until it has told how its approval went. */
async function asAgent(name: string, line: (approve: string) => string, held: Enclosure = bare): Promise<Told> {
  const wait = `for i in $(seq 600); do test -s '${base}/${name}.exit' && break; sleep 0.05; done`
  const script = `${line(approving(name, 'wait-0'))}; ${wait}`
  const env = { PATH: process.env['PATH'] ?? '', HOME: base }
  await run({ file: 'sh', args: ['-c', script], cwd: base, env, marker, wallMs: 60_000 }, held)
  return told(name)
}

interface Told {
  readonly exit: number
  readonly out: string
}

function told(name: string): Told {
  return {
    exit: Number(readFileSync(`${base}/${name}.exit`, 'utf8')),
    out: readFileSync(`${base}/${name}.out`, 'utf8'),
  }
}

const refused = { exit: 8, out: expect.stringContaining('"code":"agent"') as string }

describe('an agent that hides where it comes from', { timeout: 90_000 }, () => {
  const lines: Readonly<Record<string, (approve: string) => string>> = {
    'clears its environment': (approve) => `env -i ${approve}`,
    'clears it and leads a session of its own': (approve) => `env -i setsid -w ${approve}`,
    'clears it and has lost its parents': (approve) => `(env -i ${approve} &)`,
  }
  for (const [name, line] of Object.entries(lines))
    it(`I-23 T-10 ${name}`, async () => {
      expect(await asAgent(name.replaceAll(' ', '-'), line)).toEqual(refused)
    })

  it('I-23 T-10 becomes another program, without a marker, in the very process that Forge started', async () => {
    const env = { PATH: process.env['PATH'] ?? '' }
    const args = ['-c', `exec env -i ${approving('replaced', 'wait-0')}`]
    await run({ file: 'sh', args, cwd: base, env, marker, wallMs: 60_000 }, bare)
    expect(told('replaced')).toEqual(refused)
  })

  it.skipIf(isMissing('bwrap'))(
    'I-23 T-10 does all of that at once in the namespace where Forge holds it',
    async () => {
      const held = await enclosure()
      expect(held.by).toBe('bubblewrap')
      expect(await asAgent('held', (approve) => `(env -i setsid ${approve} &)`, held)).toEqual(refused)
    },
  )

  it('I-23 T-10 and none of these left a word', async () => {
    expect(await stage.inbox('wait-0')).toEqual([])
  })
})

describe('a human', { timeout: 90_000 }, () => {
  async function accepted(name: string, which: string): Promise<void> {
    await expect.poll(() => told(name).exit, { timeout: 30_000 }).toBe(0)
    expect(await stage.inbox(which)).toMatchObject([{ body: { type: 'approve', by: { kind: 'operator' } } }])
  }
  const env = { PATH: process.env['PATH'] ?? '' }

  it('I-23 in a session of their own, whose parents are gone and whose environment is empty', async () => {
    spawn('sh', ['-c', `(env -i setsid ${approving('alone', 'wait-1')} &)`], { env, stdio: 'ignore', detached: true })
    await accepted('alone', 'wait-1')
  })

  it.skipIf(isMissing('tmux'))('I-23 in a window of tmux', async () => {
    const socket = join(base, 'tmux')
    const tmux = ['-S', socket, '-f', '/dev/null', 'new-session', '-d', approving('tmux', 'wait-2')]
    execFileSync('tmux', tmux, { env: { ...env, USER: 'ada' } })
    await accepted('tmux', 'wait-2')
  })

  it('I-23 whose terminal was opened by an agent that Forge did not start', async () => {
    spawn('sh', ['-c', approving('other', 'wait-3')], {
      env: { ...env, CLAUDECODE: '1', AI_AGENT: '1' },
      stdio: 'ignore',
    })
    await accepted('other', 'wait-3')
  })

  it.skipIf(isMissing('bwrap'))('I-23 in a container', async () => {
    const walls = ['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', '--', 'sh', '-c']
    spawn('bwrap', [...walls, approving('container', 'wait-4')], { env, stdio: 'ignore' })
    await accepted('container', 'wait-4')
  })
})

describe('what an agent made in its own room', { timeout: 90_000 }, () => {
  it('I-23 is its own to decide about; what lies beside it is not', async () => {
    const room = join(base, 'room')
    const line = (where: string): string =>
      `cd '${where}' && git init -q . && ${forge} preset new mine --json; echo "exit $?"`
    const at = async (where: string): Promise<string> => {
      mkdirSync(where, { recursive: true })
      const env = { PATH: process.env['PATH'] ?? '', HOME: join(room, 'home') }
      const marked = { ...marker, room: [room] }
      const ended = await run({ file: 'sh', args: ['-c', line(where)], cwd: base, env, marker: marked }, bare)
      return ended.stdout.tail.toString()
    }
    expect(await at(join(room, 'own'))).toContain('exit 0')
    expect(await at(join(base, 'rooms'))).toMatch(/"code":"agent"[\s\S]*exit 8/)
  })
})
