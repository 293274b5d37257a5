/** What of a home and of the system is seen behind walls when PATH leads into the home: programs that run, and no secret. Real bubblewrap. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { approvedShellLine, environmentOf, run } from '#adapters/exec/index.ts'
import { openSandbox } from '#forge/world/sandbox.ts'
import { render } from '#messages/render.ts'
import { must, write } from '../driven/project.ts'
import { freshKey } from '../processes/living.ts'
import { isMissing } from '../tools.ts'

const script = (word: string): string => `#!/bin/sh\necho ${word}\n`

/** What lies in the home: programs by the word that they say, and secrets. */
const programs: Readonly<Record<string, string>> = {
  '.local/bin/plain': 'plain',
  '.local/share/agent/versions/2/agent': 'agent',
  '.docker/bin/dock': 'dock',
  '.fly/bin/fly': 'fly',
  '.claude/local/claude': 'claude',
  '.pulumi/bin/pul': 'pul',
  '.foundry/bin/cast': 'cast',
  '.nvm/versions/node/v24/bin/nodish': 'nodish',
  '.cargo/bin/crab': 'crab',
  'sdk/bin/sdkish': 'sdkish',
}
const secrets: readonly string[] = [
  '.ssh/id_ed25519',
  '.local/share/opencode/auth.json',
  '.local/share/fish/fish_history',
  '.local/share/atuin/key',
  '.local/share/agent/auth.json',
  '.local/bin/notes.txt',
  '.docker/config.json',
  '.fly/config.yml',
  '.claude/.credentials.json',
  '.claude/local/.credentials.json',
  '.pulumi/credentials.json',
  '.foundry/keystores/main',
  '.nvm/versions/node/v24/etc/npmrc',
  '.nvm/alias/default',
  '.cargo/credentials.toml',
  'sdk/.env',
  'sdk/.aws/credentials',
]

let root = ''
const [home, tree] = [(): string => join(root, 'home'), (): string => join(root, 'state/p/tree')]

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-home-')))
  for (const path of secrets) write(home(), { [path]: 'secret\n' })
  for (const [path, word] of Object.entries(programs)) {
    write(home(), { [path]: script(word) })
    chmodSync(join(home(), path), 0o755)
  }
  symlinkSync(join(home(), '.local/share/agent/versions'), join(home(), '.local/share/agent/all'))
  symlinkSync('../share/agent/all/2/agent', join(home(), '.local/bin/agent'))
  write(join(home(), '.nvm/versions/node/v24'), {
    'lib/node_modules/tool/cli.js': '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/word.txt"\n',
    'lib/node_modules/tool/package.json': '{}',
    'lib/node_modules/tool/word.txt': 'tool\n',
  })
  chmodSync(join(home(), '.nvm/versions/node/v24/lib/node_modules/tool/cli.js'), 0o755)
  symlinkSync('../lib/node_modules/tool/cli.js', join(home(), '.nvm/versions/node/v24/bin/tool'))
  mkdirSync(tree(), { recursive: true })
  const folders = [...new Set(Object.keys(programs).map((path) => dirname(path)))].filter(
    (path) => !path.includes('/share/'),
  )
  vi.stubEnv('HOME', home())
  vi.stubEnv('PATH', [...folders.map((folder) => join(home(), folder)), process.env['PATH']].join(':'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

async function inside(line: string): Promise<string> {
  const settings = { mode: 'require', network: { ports: [] } } as const
  const repository = { root: join(root, 'project'), gitDirectory: join(root, 'project/.git') }
  const ground = { repository, state: join(root, 'state'), objects: join(root, 'none') }
  const { wallsOf } = must(await openSandbox(settings, ground))
  const walls = wallsOf?.({ writable: [tree()], network: { ports: [] } })
  const env = environmentOf({ home: tree(), tmp: tree() })
  if (walls === undefined) throw new Error('no walls')
  const ended = await run({
    ...approvedShellLine(line),
    cwd: tree(),
    env,
    walls,
    marker: { key: freshKey() },
    wallMs: 60_000,
  })
  if (ended.unavailable !== undefined) return render(ended.unavailable, 'en')
  return ended.stdout.tail.toString() + ended.stderr.tail.toString()
}

describe.skipIf(isMissing('bwrap'))('a home that PATH leads into', { timeout: 60_000 }, () => {
  it('T-2 shows programs and what they lead to, and none of the secrets beside them', async () => {
    const words = [...Object.entries(programs).map(([path]) => path.split('/').at(-1) ?? ''), 'tool']
    expect(await inside(words.join('; '))).toBe(words.map((word) => `${programs[word] ?? word}\n`).join(''))
    const read = (path: string): string => `grep -qs secret '${home()}/${path}' && echo '${path}'`
    expect(await inside(`${secrets.map(read).join('; ')}; true`)).toBe('')
  })

  it('T-2 the home of the password database and that of root are hidden too, whatever HOME says', async () => {
    const { homedir } = userInfo()
    // What the tests themselves are run with may lie there.
    const tools = (process.env['PATH'] ?? '').split(':').map((folder) => folder.slice(homedir.length + 1).split('/')[0])
    const spared = [...tools, '.rustup', ...process.execPath.slice(homedir.length + 1).split('/', 1)].filter(Boolean)
    const names = [homedir, '/root'].flatMap((folder) => namesIn(folder)).filter((name) => !spared.includes(name))
    const seen = await inside(`for d in '${homedir}' /root; do ls -A "$d"; done 2>/dev/null | sort -u; true`)
    expect(seen.split('\n').filter((name) => names.includes(name))).toEqual([])
  })

  it('a folder of PATH that this user may not look into keeps nobody from starting', async () => {
    const closed = join(root, 'home-of-another')
    mkdirSync(join(closed, 'bin'), { recursive: true })
    chmodSync(closed, 0o000)
    vi.stubEnv('PATH', `${join(closed, 'bin')}:${join(home(), 'no-such-folder')}:${process.env['PATH']}`)
    expect(await inside('plain')).toBe('plain\n')
    chmodSync(closed, 0o700)
  })

  it('says why bubblewrap could not start a program', async () => {
    const walls = {
      mounts: [{ mount: 'laid', path: tree(), from: join(root, 'gone') }],
      network: { ports: [] },
    } as const
    const env = environmentOf({ home: tree(), tmp: tree() })
    const { unavailable } = await run({
      ...approvedShellLine('true'),
      cwd: tree(),
      env,
      walls,
      marker: { key: freshKey() },
    })
    expect(unavailable).toSay(/^sh: could not be started in the sandbox: bwrap: .*gone: No such file/u)
  })

  it('T-2 what only root may read of the system reads as nothing, and root is nobody', async () => {
    const files = ['/etc/shadow', '/etc/shadow-', '/etc/gshadow', '/etc/gshadow-', '/etc/sudoers'].filter((path) =>
      existsSync(path),
    )
    expect(files.length).toBeGreaterThan(0)
    expect(
      await inside(
        `cat ${files.join(' ')} /etc/sudoers.d/* /etc/ssh/ssh_host_*_key 2>/dev/null; ls /etc/ssl/private 2>/dev/null; true`,
      ),
    ).toBe('')
    if (process.getuid?.() !== 0) return
    expect(await inside('id -u; id -un')).toBe('65534\nnobody\n')
  })

  it('I-27 who is nobody inside works on the tree as its owner: git, npm and files that belong to the user of Forge', async () => {
    const line = [
      'git init -q . && git -c user.name=a -c user.email=a@b.invalid commit -q --allow-empty -m x && git log --format=%s',
      `echo '{"name":"p","version":"1.0.0","scripts":{"made":"touch by-npm"}}' > package.json && npm run --silent made`,
      'mkdir -p a/b && touch a/b/c && chmod 755 a && mv a d',
    ]
    expect(await inside(line.join(' && '))).toBe('x\n')
    for (const path of ['by-npm', 'd/b/c', '.git/HEAD'])
      expect(statSync(join(tree(), path)).uid).toBe(process.getuid?.())
  })
})
