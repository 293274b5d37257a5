/** An agent without a sandbox that moves what Forge merges into: its commit is never built on, shown or landed (I-19). */
import { execFileSync } from 'node:child_process'
import { afterAll, expect, it, vi } from 'vitest'
import { findRepository, placesOf } from '#forge/place/places.ts'
import { drive, inProject, must, userGit, type Project, type Rule } from '../driven/project.ts'
import { asUser } from './siege.ts'

vi.mock('#adapters/agents/scripted/index.ts', async (importOriginal) =>
  (await import('../driven/bundled-agent.ts')).agentsOfBundle(await importOriginal()),
)

const user = asUser()
afterAll(() => user.leave())

const run = 'siege'
const ref = `refs/forge/${run}/integration`
const controlOf = ({ folder, home }: Project): string =>
  `${placesOf(must(findRepository(folder)), {}, home).state}/control.git`

/** The worker of the second unit commits on top of what is merged, and says that its own work is done. */
function rulesOf(project: Project): Rule[] {
  const git = `git --git-dir '${controlOf(project)}' -c user.name=A -c user.email=a@b.invalid`
  const evil = `${git} update-ref ${ref} $(${git} commit-tree -p ${ref} -m "Merge evil" $(printf '100644 blob %s\\tevil.js\\n' $(echo evil | ${git} hash-object -w --stdin) | ${git} mktree))`
  const verify = [{ name: 'test', run: 'true' }]
  const units = ['one', 'two'].map((id) => ({ id, title: id, writes: [`${id}.txt`], verify }))
  const chained = units.map((unit) => (unit.id === 'two' ? { ...unit, depends: ['one'] } : unit))
  const good = { do: 'write', path: '{{unit}}.txt', text: 'good\n' }
  return [
    { when: { role: 'planner' }, steps: [{ do: 'answer', with: { plan: { units: chained } } }] },
    { when: { role: 'worker', unit: 'two' }, steps: [good, { do: 'run', line: evil }, { do: 'answer' }] },
    { when: { role: 'worker' }, steps: [good, { do: 'answer' }] },
    { steps: [{ do: 'answer' }] },
  ]
}

it('B6 T-29 I-19 an agent that moves the integration ref stops the run by name, and nothing of it is merged or shown', async () => {
  await inProject({ rules: rulesOf }, async (project) => {
    const { state, branch } = must(await drive(project, { run, sandbox: 'off' }))
    const found = execFileSync('git', ['--git-dir', controlOf(project), 'rev-parse', ref], { encoding: 'utf8' }).trim()
    expect(state.status).toBe('stopped')
    expect(state.reason).toEqual(
      `${ref} is at ${found}, but the journal records ${state.tip}: another program moved it`,
    )
    expect(state.units['two']?.merged).toBeUndefined()
    expect(userGit(project, 'ls-tree', '--name-only', branch ?? '').split('\n')).not.toContain('evil.js')
  })
})
