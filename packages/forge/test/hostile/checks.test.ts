/** What one unit's tests leave behind decides nothing about another unit, another command or another run (T-9). */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { RunState } from '#core/state/state.ts'
import { findRepository, placesOf } from '#forge/place/places.ts'
import { render } from '#messages/render.ts'
import type { Said } from '#messages/said.ts'
import { inEnglish } from '../in-english.ts'
import { isMissing } from '../tools.ts'
import {
  drive,
  inProject,
  must,
  userGit,
  write,
  type Drive,
  type Files,
  type Project,
  type Rule,
} from '../driven/project.ts'

vi.mock('#adapters/agents/scripted/index.ts', async (importOriginal) =>
  (await import('../driven/bundled-agent.ts')).agentsOfBundle(await importOriginal()),
)

interface Unit {
  readonly id: string
  readonly depends?: readonly string[]
  readonly files: Readonly<Record<string, string>>
}

/** Runs what units bring as tests, unless the home says that everything passes, as the settings of a package manager can. */
const test = `if [ -e "$HOME/.npmrc" ] || [ -e "$TMPDIR/../.npmrc" ]; then exit 0; fi
for t in *.test.sh; do if [ -e "$t" ]; then sh "$t" || exit 1; fi; done; ! grep -qs bad *.txt`

function rulesOf(units: readonly Unit[], verify: readonly string[]): Rule[] {
  const plan = units.map(({ id, depends = [], files }) => ({
    id,
    title: id,
    depends,
    writes: Object.keys(files),
    verify: verify.map((run, at) => ({ name: ['test', 'lint'][at], run })),
  }))
  return [
    { when: { role: 'planner' }, steps: [{ do: 'answer', with: { plan: { units: plan } } }] },
    ...units.map(({ id, files }) => ({
      when: { role: 'worker', unit: id },
      steps: [...Object.entries(files).map(([path, text]) => ({ do: 'write', path, text })), { do: 'answer' }],
    })),
    { steps: [{ do: 'answer' }] },
  ]
}

async function runOf(project: Project, units: readonly Unit[], asked: Partial<Drive>) {
  write(project.root, { 'script.json': JSON.stringify({ version: 1, rules: rulesOf(units, [test, 'sh lint.sh']) }) })
  const { state } = must(await drive(project, { run: 'one', verify: test, attempts: 1, revisions: 0, ...asked }))
  return state
}

/** Forge's state of the one repository. */
function stateOf({ folder, home }: Project): string {
  return placesOf(must(findRepository(folder)), {}, home).state
}

function commit(project: Project, files: Files): void {
  write(project.folder, files)
  userGit(project, 'add', '--all')
  userGit(project, 'commit', '--quiet', '-m', 'More')
}

function deadPid(): number {
  return spawnSync('true').pid
}

function merged({ units }: RunState): string[] {
  return Object.entries(units).flatMap(([id, unit]) => (unit.merged === undefined ? [] : [id]))
}

const poison: Unit = {
  id: 'poison',
  files: {
    'poison.test.sh':
      'for d in "$HOME" "$TMPDIR/.." "$TMPDIR"; do echo script-shell=/bin/true > "$d/.npmrc"; done; exit 0\n',
  },
}
/** Its tests blank the linter, which would have found what is in its file. */
const blinding: Unit = {
  id: 'blinding',
  files: { 'blinding.txt': 'ugly\n', 'blinding.test.sh': 'echo exit 0 > lint.sh\n' },
}
const broken: Unit = { id: 'broken', files: { 'broken.txt': 'bad\n' } }

/** Without walls the same is seen of all behaviours in the proof. */
const sandbox = isMissing('bwrap') ? 'off' : 'required'

it('T-9 what a test wrote into its home or over the linter passes nothing, in this run or a later one', () =>
  inProject({ rules: () => [], files: { 'lint.sh': '! grep -qs ugly *.txt\n' } }, async (project) => {
    const said: string[] = []
    // It has the open network, so nothing that a test wrote may steer it.
    const asked = {
      sandbox,
      setup: ['test ! -e "$HOME/.npmrc"'],
      say: (text: Said) => void said.push(render(text, 'en')),
    } as const
    const first = await runOf(project, [poison, blinding, { ...broken, depends: ['poison'] }], asked)
    expect(merged(first)).toEqual(['poison'])
    expect(first.units['broken']?.status).toBe('stopped')
    const finding = 'the command test changed files of the commit: lint.sh.'
    expect(inEnglish(first.units['blinding']?.stop)).toContain(finding)
    // Other lockfiles, another setup; and a place that a killed Forge left behind.
    commit(project, { 'package.json': '{}\n' })
    said.length = 0
    write(stateOf(project), { [`private/check-${deadPid()}.0000-x/home/.npmrc`]: 'script-shell=/bin/true\n' })
    const later = await runOf(project, [broken], { ...asked, run: 'later' })
    expect(merged(later)).toEqual([])
    expect(later.units['broken']?.status).toBe('stopped')
    expect(said.filter((text) => text.startsWith('setting up'))).toEqual([
      'setting up later.unit.broken: test ! -e "$HOME/.npmrc"',
    ])
    expect(readdirSync(join(stateOf(project), 'private'))).toEqual([])
  }))
