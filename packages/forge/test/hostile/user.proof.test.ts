/** A user at work in their own checkout while agents are: they are told, and no unit fails for it (F-13). */
import { afterAll, expect, it, vi } from 'vitest'
import { render } from '#messages/render.ts'
import type { Event } from '#model/event.ts'
import { drive, inProject, must, userGit, write, type Project, type Rule } from '../driven/project.ts'
import { performedIn } from '../owners/duel.ts'
import { until } from '../processes/living.ts'
import { asUser } from './siege.ts'

vi.mock('#adapters/agents/scripted/index.ts', async (importOriginal) =>
  (await import('../driven/bundled-agent.ts')).agentsOfBundle(await importOriginal()),
)

const user = asUser()
afterAll(() => user.leave())

/** The agent says that it is there, and waits long enough for the user. */
const rules = ({ root }: Project): Rule[] => [
  {
    when: { role: 'planner' },
    steps: [
      {
        do: 'answer',
        with: {
          plan: { units: [{ id: 'a', title: 'A', writes: ['a.txt'], verify: [{ name: 'test', run: 'true' }] }] },
        },
      },
    ],
  },
  {
    when: { role: 'worker' },
    steps: [
      { do: 'write', path: 'a.txt', text: 'good\n' },
      { do: 'run', line: `echo here >> '${root}/performed'; while [ ! -e '${root}/go' ]; do sleep 0.05; done` },
      { do: 'answer' },
    ],
  },
  { steps: [{ do: 'answer' }] },
]

const habits: Record<string, (at: Project) => void> = {
  'saves a file': ({ folder }) => write(folder, { 'README.md': 'mine\n', 'new.txt': 'mine\n' }),
  'saves the file that the agent works on': ({ folder }) => write(folder, { 'a.txt': 'mine\n' }),
  'commits and switches'(at) {
    write(at.folder, { 'a.txt': 'mine\n' })
    userGit(at, 'add', '--all')
    userGit(at, 'commit', '--quiet', '-m', 'Mine')
    userGit(at, 'switch', '--quiet', '-c', 'other', 'HEAD~1')
    userGit(at, 'config', 'branch.other.remote', 'origin')
  },
  'stashes, tags and collects'(at) {
    write(at.folder, { 'README.md': 'mine\n' })
    userGit(at, 'stash', '--quiet')
    userGit(at, 'tag', 'mine')
    userGit(at, 'gc', '--quiet')
  },
}

it.each(Object.entries(habits))(
  'F-13 I-27 the user %s: they are told, and the unit is merged',
  async (_, habit) => {
    await inProject({ rules }, async (project) => {
      const said: string[] = []
      const events: Event[] = []
      const driving = drive(project, {
        run: 'r',
        say: (text) => said.push(render(text, 'en')),
        onEvent: (event) => events.push(event),
      })
      await until(() => performedIn(project).length > 0, 30_000)
      habit(project)
      write(project.root, { go: '' })
      expect(must(await driving).state.outcome).toBe('done')
      expect(events.filter(({ type }) => type === 'unit.merged')).toHaveLength(1)
      expect(said.filter((text) => text.startsWith('OUTSIDE'))).toEqual([])
      expect(said.some((text) => text.startsWith('your repository changed while an agent worked on a:'))).toBe(true)
    })
  },
  60_000,
)
