/** What agents and checks see and reach behind walls: real runs, real bubblewrap. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { approvedShellLine, environmentOf, run, type Enclosure, type SandboxRules } from '#adapters/exec/index.ts'
import { createSandboxRules } from '#adapters/sandbox/index.ts'
import { examineSandbox } from '#forge/doctor/machine.ts'
import { sandboxFor } from '#forge/world/sandbox.ts'
import { render } from '#messages/render.ts'
import { say } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { drive, inProject, must, userGit, write, type Rule } from '../driven/project.ts'
import { freshKey, inDirectory } from '../processes/living.ts'
import { isMissing } from '../tools.ts'

const none = { by: 'nothing', why: say('sandbox.bubblewrapNotInstalled') } as const satisfies Enclosure
const walled: Enclosure = { by: 'bubblewrap', program: '/usr/bin/bwrap' }

/** A home with secrets, a repository, Forge's state with one tree, as `createWalls` gets them. */
interface House {
  readonly root: string
  readonly tree: string
  readonly wallsOf: ReturnType<typeof createSandboxRules>
}

function inHouse<T>(act: (house: House) => Promise<T>): Promise<T> {
  return inDirectory(async (root) => {
    const tree = join(root, 'home/.local/state/forge/project/trees/one/tree')
    const files = {
      'home/.ssh/id_ed25519': 'secret key',
      'home/.cargo/credentials.toml': 'secret token',
      'home/.cargo/bin/tool': '#!/bin/sh\necho a tool\n',
      'home/project/README.md': 'a project',
      'home/.local/state/forge/project/journal/log': 'what was decided',
      'home/.local/state/forge/project/control.git/objects/aa': 'object',
      'home/.local/state/forge/other/trees/two/tree/file': 'of another',
    }
    write(root, files)
    chmodSync(join(root, 'home/.cargo/bin/tool'), 0o755)
    mkdirSync(tree, { recursive: true })
    const wallsOf = createSandboxRules({
      homes: [join(root, 'home')],
      state: join(root, 'home/.local/state/forge'),
      repository: [join(root, 'home/project')],
      objects: join(root, 'home/.local/state/forge/project/control.git/objects'),
      path: `${join(root, 'home/.cargo/bin')}:/usr/bin:/bin`,
      programs: [],
    })
    return act({ root, tree, wallsOf })
  })
}

async function inside(line: string, cwd: string, walls: SandboxRules): Promise<string> {
  const env = environmentOf({ home: cwd, tmp: cwd })
  const ended = await run({ ...approvedShellLine(line), cwd, env, walls, marker: { key: freshKey() }, wallMs: 60_000 })
  return ended.unavailable === undefined ? ended.stdout.tail.toString() : render(ended.unavailable, 'en')
}

describe.skipIf(isMissing('bwrap'))('behind walls', { timeout: 60_000 }, () => {
  it('T-2 T-3 T-29 I-27 only the tree can be written; secrets, state and other trees are not there', () =>
    inHouse(async ({ root, tree, wallsOf }) => {
      const walls = wallsOf({ writable: [tree], network: { ports: [] } })
      const places = ['.ssh/id_ed25519', '.cargo/credentials.toml', '.local/state/forge/project/journal/log']
      const other = '.local/state/forge/other/trees/two/tree/file'
      const reading = [...places, other].map((path) => `cat '${root}/home/${path}' 2>/dev/null || echo none`).join('; ')
      expect(await inside(reading, tree, walls)).toBe('none\nnone\nnone\nnone\n')
      const home = `${root}/home`
      const seen = `cat ${home}/project/README.md; sh ${home}/.cargo/bin/tool; ls ${home}/.local/state/forge/project/control.git/objects`
      expect(await inside(seen, tree, walls)).toBe('a projecta tool\naa\n')
      const writing = [
        tree,
        `${root}/home/project`,
        `${root}/home/.local/state/forge/project/control.git/objects`,
        '/usr',
        '/etc',
      ]
        .map((place) => `(echo x > '${place}/written') 2>/dev/null && echo yes || echo no`)
        .join('; ')
      expect(await inside(writing, tree, walls)).toBe('yes\nno\nno\nno\nno\n')
      expect(existsSync(join(tree, 'written'))).toBe(true)
    }))

  it('the temporary, runtime and home directories are its own', () =>
    inHouse(async ({ root, tree, wallsOf }) => {
      const walls = wallsOf({ writable: [tree], network: { ports: [] } })
      writeFileSync(join(root, 'outside'), 'x')
      const line = `ls -A /tmp /run; touch /tmp/mine ${root}/home/mine && echo made; ls ${root}`
      const seen = await inside(line, tree, walls)
      expect(seen).toContain('made')
      expect(seen).not.toContain('outside')
      expect(existsSync(join(tmpdir(), 'mine'))).toBe(false)
      expect(existsSync(join(root, 'home/mine'))).toBe(false)
    }))

  it('I-33 it sees no process but its own and has no capability', () =>
    inHouse(async ({ tree, wallsOf }) => {
      const walls = wallsOf({ writable: [tree], network: { ports: [] } })
      const line = `kill -0 ${process.pid} 2>/dev/null && echo reached; grep CapEff /proc/self/status; mount -o remount,rw / 2>/dev/null && echo remounted`
      const seen = await inside(line, tree, walls)
      expect(seen).not.toContain('reached')
      expect(seen).not.toContain('remounted')
      expect(seen).toMatch(/CapEff:\s+0+\n/)
    }))

  it('T-5 the network is its own loopback, but for the ports that lead out', async () => {
    const server = createServer((request, response) => response.end(`reached ${request.url}`))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      await inHouse(async ({ tree, wallsOf }) => {
        const ask = `exec 2>/dev/null; for i in 1 2 3; do '${process.execPath}' -e "fetch('http://127.0.0.1:${port}/$i').then(r=>r.text()).then(console.log,()=>console.log('refused'))"; done`
        const readable = [process.execPath]
        const closed = wallsOf({ writable: [tree], readable, network: { ports: [] } })
        expect(await inside(ask, tree, closed)).toBe('refused\nrefused\nrefused\n')
        const leading = wallsOf({ writable: [tree], readable, network: { ports: [port] } })
        expect(await inside(ask, tree, leading)).toBe('reached /1\nreached /2\nreached /3\n')
        const open = wallsOf({ writable: [tree], readable, network: 'shared' })
        expect(await inside(ask, tree, open)).toBe('reached /1\nreached /2\nreached /3\n')
      })
    } finally {
      server.close()
    }
  })

  it('a program that lies in the tree runs behind walls too, and one that is missing is named and never run bare', () =>
    inHouse(async ({ root, tree, wallsOf }) => {
      const walls = wallsOf({ writable: [tree], network: { ports: [] } })
      const env = environmentOf({ home: tree, tmp: tree })
      writeFileSync(join(tree, 'tool'), `#!/bin/sh\ntouch '${root}/escaped' inside\n`, { mode: 0o755 })
      expect(await run({ file: './tool', args: [], cwd: tree, env, walls })).toMatchObject({ exitCode: 0 })
      expect([existsSync(join(tree, 'inside')), existsSync(join(root, 'escaped'))]).toEqual([true, false])
      expect((await run({ file: './none', args: [], cwd: tree, env, walls })).unavailable).toEqual('./none: ENOENT')
    }))

  it('T-4 nothing runs where walls were asked for and cannot be', () =>
    inHouse(async ({ tree, wallsOf }) => {
      const walls = wallsOf({ writable: [tree], network: { ports: [] } })
      const env = environmentOf({ home: tree, tmp: tree })
      const ended = await run({ ...approvedShellLine('touch ran'), cwd: tree, env, walls }, none)
      expect(ended.unavailable).toEqual('no sandbox: bubblewrap (bwrap) is not installed')
      expect(existsSync(join(tree, 'ran'))).toBe(false)
    }))
})

const units = [{ id: 'one', title: 'one', writes: ['one.txt'], verify: [{ name: 'test', run: 'test -s one.txt' }] }]

describe.skipIf(isMissing('bwrap'))('a run in the sandbox', { timeout: 120_000 }, () => {
  it('its agent has a git of its own, each attempt says how it was held, and what a check did outside did not happen', () => {
    const line =
      'git log --oneline | wc -l > one.txt; git status --short >> one.txt; git cat-file -p HEAD:README.md >> one.txt'
    const rules = (): Rule[] => [
      { when: { role: 'planner' }, steps: [{ do: 'answer', with: { plan: { units } } }] },
      { when: { role: 'worker' }, steps: [{ do: 'run', line }, { do: 'answer' }] },
      { steps: [{ do: 'answer' }] },
    ]
    return inProject({ rules }, async (project) => {
      const events: Event[] = []
      const verify = `test -s one.txt && ! touch '${project.folder}/touched' && touch '${project.home}/touched'`
      const asked = {
        run: 'walled',
        verify,
        sandbox: 'required',
        onEvent: (event: Event) => events.push(event),
      } as const
      const driven = must(await drive(project, asked))
      expect(driven.state.outcome).toBe('done')
      expect(userGit(project, 'show', `${driven.branch}:one.txt`)).toBe('1\n?? one.txt\na project\n')
      expect(existsSync(join(project.folder, 'touched'))).toBe(false)
      expect(existsSync(join(project.home, 'touched'))).toBe(false)
      const held = events.flatMap((event) => (event.type === 'attempt.reported' ? [event.report] : []))
      expect(held.filter(({ kind }) => kind === 'sandbox').length).toBeGreaterThanOrEqual(3)
      expect(held[0]).toEqual({ kind: 'sandbox', held: 'sandbox', network: 'closed' })
    })
  })
})

describe('which sandbox there is', () => {
  const closed = { ports: [] }

  it('T-4 sandbox: require refuses to run without one, with the way out and the code of a wrong configuration', () => {
    const refused = sandboxFor({ mode: 'require', network: closed }, none)
    const failure = { code: 'no-sandbox', exit: 'usage', hint: expect.saying('install bubblewrap') }
    expect(refused).toMatchObject({ ok: false, failure })
    expect(sandboxFor({ mode: 'require', network: closed }, walled).ok).toBe(true)
  })

  it('T-4 sandbox: auto without one warns aloud and says so on record; off does not warn', () => {
    const auto = must(sandboxFor({ mode: 'auto', network: closed }, none))
    expect(auto.warning).toSay('NO SANDBOX')
    expect(auto.record).toEqual({ kind: 'sandbox', held: 'marker', network: 'open', why: none.why })
    const off = must(sandboxFor({ mode: 'off', network: closed }, walled))
    expect(off).toEqual({
      ownSandbox: 'unused',
      internet: 'allowed',
      record: { kind: 'sandbox', held: 'processes', network: 'open', why: expect.saying(/./) },
    })
  })

  it('T-5 sandbox: require with a closed network refuses agents with a login of their own by name, with the next step; auto says that it is open', () => {
    const strict = { mode: 'require', network: closed, ownLogin: ['claude-code'] } as const
    const refused = sandboxFor(strict, walled)
    expect(refused).toMatchObject({
      ok: false,
      failure: {
        code: 'open-network',
        exit: 'usage',
        message: expect.saying('claude-code uses its own login'),
        hint: expect.saying(/forge accounts add.*network: open/),
      },
    })
    expect(sandboxFor({ ...strict, network: 'open' }, walled).ok).toBe(true)
    expect(sandboxFor({ ...strict, ownLogin: [] }, walled)).toMatchObject({ value: { internet: 'refused' } })
    expect(examineSandbox(strict, walled)).toMatchObject({ state: 'problem' })
    expect(examineSandbox({ ...strict, mode: 'auto' }, walled)).toMatchObject({
      state: 'warning',
      detail: expect.saying('network closed; open for claude-code'),
    })
    expect(examineSandbox({ mode: 'auto', network: { ports: [5432] } }, walled).detail).toSay('except ports 5432')
  })

  it('the doctor says which', () => {
    expect(examineSandbox({ mode: 'auto', network: closed }, walled)).toMatchObject({ state: 'ok' })
    expect(examineSandbox({ mode: 'auto', network: closed }, none)).toMatchObject({ state: 'warning' })
    expect(examineSandbox({ mode: 'require', network: closed }, none)).toMatchObject({ state: 'problem' })
    expect(examineSandbox({ mode: 'off', network: closed }, walled)).toMatchObject({ state: 'warning' })
  })
})
