/** Commit hooks of the user's repository, as a user meets them: real git, real processes, scripted agents. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Event } from '#model/event.ts'
import { callHere } from '../calling.ts'

const roots: string[] = []

const unit = {
  id: 'a',
  title: 'Write a',
  writes: ['a.txt', '.hooks/pre-commit'],
  verify: [{ name: 'there', run: 'true' }],
  brief: 'write a',
}

/** What the engineer writes first is what the hook refuses; told so, it writes what the hook takes. */
const script = {
  version: 1,
  rules: [
    {
      when: { role: 'planner' },
      steps: [{ do: 'answer', with: { plan: { summary: 'one', units: [unit] } } }],
    },
    {
      when: { role: 'worker', attempt: 1 },
      steps: [
        { do: 'write', path: 'a.txt', text: 'console.log(1)\n' },
        // In its own tree it may write what it likes: that one is not asked.
        { do: 'write', path: '.hooks/pre-commit', text: '#!/bin/sh\ntouch "$PWD/asked-the-wrong-one"\n' },
        { do: 'answer' },
      ],
    },
    { when: { role: 'worker' }, steps: [{ do: 'write', path: 'a.txt', text: 'done\n' }, { do: 'answer' }] },
    { steps: [{ do: 'answer' }] },
  ],
}

/** Looks at what is staged, as such hooks do. */
const preCommit = `#!/bin/sh
for file in $(git diff --cached --name-only); do
  if grep -q console.log "$file"; then echo "no console.log in $file"; exit 7; fi
done
echo looked at: $(git diff --cached --name-only)
`

const commitMessage = '#!/bin/sh\ngrep -q "^Merge a: Write a" "$1" || { echo "what is that: $(cat "$1")"; exit 8; }\n'

interface Place {
  readonly git: (...args: string[]) => string
  readonly forge: (...args: string[]) => Promise<{ code: number; all: string }>
  readonly events: (run: string) => Promise<readonly Event[]>
}

function place(config: string, files: Readonly<Record<string, string>>): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'forge-hooks-')))
  roots.push(root)
  const project = join(root, 'project')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    XDG_STATE_HOME: join(root, 'state'),
    USER: 'ada',
  }
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: project,
      env: { ...env, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
    })
  const forge: Place['forge'] = async (...args) => {
    const { exitCode, out, error } = await callHere(args, { cwd: project, env })
    return { code: exitCode ?? 1, all: out + error }
  }
  const all = { 'README.md': 'a project\n', '.forge/config.yaml': config, ...files }
  writeFileSync(join(root, 'script.json'), JSON.stringify(script))
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
    if (path.startsWith('.hooks/')) chmodSync(join(project, path), 0o755)
  }
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Ada')
  git('config', 'user.email', 'ada@example.org')
  git('add', '--all')
  git('commit', '--quiet', '-m', 'Start')
  git('config', 'core.hooksPath', '.hooks')
  const events: Place['events'] = async (run) => {
    const { all: text } = await forge('events', run, '--json')
    return text
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [(JSON.parse(line) as { event: Event }).event] : []))
  }
  return { git, forge, events }
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

const config = 'agent: scripted:../script.json\nverify: ["true"]\n'
const hooks = { '.hooks/pre-commit': preCommit, '.hooks/commit-msg': commitMessage }

async function buildIn({ forge }: Place): Promise<{ code: number; all: string; run: string }> {
  const ran = await forge('build', 'one file', '--yes', '--allow-plan-commands')
  return { ...ran, run: /\bone-file-[0-9a-f]{4}\b/.exec(ran.all)?.[0] ?? '' }
}

describe('commit hooks of the repository', { timeout: 240_000 }, () => {
  it('S0-35 R-12 allowed: one that fails sends the work back with what it printed, and what comes of it is a new commit', async () => {
    const at = place(`${config}commit: { hooks: run }\n`, hooks)
    const { code, all, run } = await buildIn(at)
    expect([code, code === 0 ? '' : all]).toEqual([0, ''])
    const events = await at.events(run)
    const told = events.flatMap((event) =>
      event.type === 'attempt.intended' && event.task.do === 'work' ? [event.task.feedback?.failure] : [],
    )
    const refusal = {
      tag: 'unmet',
      must: 'check',
      summary: expect.saying('no console.log in a.txt'),
    }
    expect(told).toEqual([undefined, refusal])
    const heads = events.flatMap((event) =>
      event.type === 'attempt.finished' && event.outcome.status === 'worked' ? [event.outcome.head] : [],
    )
    expect(new Set(heads).size).toBe(2)
    // New, and on top of the refused one, which stays what it was.
    expect(at.git('rev-list', '--count', `${heads[0]}..forge/${run}`, '--').trim()).not.toBe('0')
    expect(() => at.git('merge-base', '--is-ancestor', heads[0] ?? '', heads[1] ?? '')).not.toThrow()
    // The operator's own hook was asked, on exactly what is committed; that of the agent's tree never was.
    expect(JSON.stringify(events)).toContain('looked at: .hooks/pre-commit a.txt')
    expect(at.git('show', '--stat', `forge/${run}`)).not.toContain('asked-the-wrong-one')
    expect(at.git('show', `forge/${run}:a.txt`)).toBe('done\n')
  })

  it('S0-35 nothing runs unless the operator said so', async () => {
    const at = place(config, { '.hooks/pre-commit': '#!/bin/sh\ntouch "$HOME/ran"\nexit 1\n' })
    const { code, all, run } = await buildIn(at)
    expect([code, code === 0 ? '' : all]).toEqual([0, ''])
    expect(JSON.stringify(await at.events(run))).not.toContain('commit hooks')
    expect(at.git('show', `forge/${run}:a.txt`)).toBe('console.log(1)\n')
  })

  it('R-12 messages are written as those of the repository are, so that its commit-msg hook takes them', async () => {
    const strict = String.raw`#!/bin/sh
head -n 1 "$1" | grep -Eq '^(feat|fix|chore)(\(.+\))?: [a-z]' || { echo "not conventional: $(head -n 1 "$1")"; exit 8; }
`
    const at = place(`${config}commit: { hooks: run }\n`, { '.hooks/commit-msg': strict })
    for (const message of ['feat: one', 'fix(core): two', 'docs: three'])
      at.git('commit', '--quiet', '--allow-empty', '--no-verify', '-m', message)
    const { code, all, run } = await buildIn(at)
    expect([code, code === 0 ? '' : all]).toEqual([0, ''])
    const subjects = at.git('log', '--format=%s', `main..forge/${run}`, '--').trim().split('\n')
    expect(subjects).toEqual(['feat: write a', 'chore: work on a'])
  })
})
