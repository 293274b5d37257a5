/** Secrets in a real run (B12): whatever agents and checks print or answer, nothing that Forge writes holds one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import type { Said } from '#messages/said.ts'
import type { Event } from '#model/event.ts'
import { findRepository, placesOf } from '#forge/place/places.ts'
import { readCalls } from '#forge/world/tool-calls.ts'
import { listTranscripts } from '#forge/world/transcripts.ts'
import { drive, inProject, must, type Project, type Rule } from '../driven/project.ts'

const env = { ANTHROPIC_API_KEY: 'a-key-of-no-known-shape', DB_PASSWORD: 'корректно "horse"' }
const shaped = [`sk-ant-api03-${'Zx9'.repeat(20)}`, `ghp_${'aB3d'.repeat(9)}`, 'AKIAIOSFODNN7EXAMPLE']
const canaries = [...Object.values(env), ...shaped]
const all = canaries.join(' ')

/** Half a secret, a pause, the other half: two chunks. */
const split = canaries.map(
  (secret) => `printf '%s' '${secret.slice(0, 5)}'; sleep 0.05; printf '%s\\n' '${secret.slice(5)}'`,
)

const work: Rule['steps'] = [
  { do: 'tool', name: 'Read', path: 'README.md' },
  { do: 'tool', name: 'Edit', path: 'one.txt' },
  { do: 'tool', name: 'Edit', path: `/srv/${shaped[0] ?? ''}` },
  { do: 'tool', name: 'Bash' },
  { do: 'print', text: all, to: 'stdout' },
  { do: 'print', text: all, to: 'stderr' },
  { do: 'print', text: all, to: 'message' },
  ...split.map((line) => ({ do: 'run', line })),
  { do: 'needs-human', text: `use ${all}` },
  { do: 'write', path: 'one.txt', text: 'one\n' },
  { do: 'answer', with: { note: `used ${all}` } },
]

function rules(): Rule[] {
  const units = [
    {
      id: 'one',
      title: 'one',
      brief: `log in with ${all}`,
      writes: ['one.txt'],
      verify: [{ name: 'test', run: 'true' }],
    },
  ]
  return [
    { when: { role: 'planner' }, steps: [{ do: 'answer', with: { plan: { units } } }] },
    { when: { role: 'worker' }, steps: work },
    { steps: [{ do: 'answer', with: { summary: all } }] },
  ]
}

/** Everything under the home of Forge's state, trees of agents and their objects left out: those are the agents' own. */
function written({ home }: Project): readonly { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(?:trees|aside|trash|control\.git)\//.test(path))
    .map((path) => ({ path, bytes: readFileSync(path) }))
}

it(
  'B12 T-21 I-38 S3-24 secrets that are printed, answered, asked or planned are nowhere in what Forge has written',
  { timeout: 120_000 },
  () =>
    inProject({ rules, files: { 'check.sh': `echo '${all}'\n` } }, async (project) => {
      const said: string[] = []
      const events: Event[] = []
      const asked = {
        run: 'secrets',
        verify: 'sh ./check.sh && test -f one.txt',
        env,
        say: (text: Said) => said.push(render(text, 'en')),
      }
      const driven = must(await drive(project, { ...asked, onEvent: (event) => events.push(event) }))
      expect(driven.state.outcome).toBe('done')
      expect(JSON.stringify(events)).toContain('[redacted]\\n')
      const files = written(project)
      expect(files.length).toBeGreaterThan(5)
      const forms = canaries.flatMap((secret) => [
        secret,
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString('base64'),
      ])
      const found = files.flatMap(({ path, bytes }) =>
        forms.filter((form) => bytes.includes(form)).map((form) => `${path}: ${form}`),
      )
      expect(found).toEqual([])
      expect(forms.filter((form) => [...said, JSON.stringify(events)].join('\n').includes(form))).toEqual([])

      const { transcripts } = placesOf(must(findRepository(project.folder)), {}, project.home)
      const kept = listTranscripts(transcripts, 'secrets').find(({ phase }) => phase === 'implement')
      const text = readFileSync(join(transcripts, 'secrets', kept?.file ?? ''), 'utf8')
      expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(canaries.length * 4)
      expect(readCalls(transcripts, 'secrets', kept?.file ?? '')).toEqual({
        calls: 4,
        toolCounts: { Read: 1, Edit: 2, Bash: 1 },
        editedFiles: { 'one.txt': 1, '/srv/[redacted]': 1 },
        readFiles: ['README.md'],
        lastActions: ['Read README.md', 'Edit one.txt', 'Edit /srv/[redacted]', 'Bash'],
      })
    }),
)
