/** A limit of a run that is reached while three units of a real agent are in flight: it holds, nobody fails of it, and raised the run goes on. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from '#testing/fake-llm/script.ts'
import { startFakeLlm, type FakeLlm } from '#testing/fake-llm/server.ts'
import type { RealAgent } from './agents.ts'
import { ended, leftBehind, type Trial } from './trial.ts'

const units = ['bakery', 'library', 'station']
/** What each request is said to have used, and what one costs at the price of the configuration: $10 for a million, in and out. */
const usage = { input: 10_000, output: 100 }
const inputMicros = 100_000
const capMicros = 800_000

export async function cappedInFlight(trial: Trial): Promise<readonly string[]> {
  const { agent, project, forgeWithout } = trial
  const llm = await startFakeLlm({ script: Script.parse(scriptOf(agent)) })
  if (!llm.ok) return [llm.failure]
  writeFileSync(join(project.folder, '.forge/config.yaml'), JSON.stringify(configOf(agent)))
  project.git('commit', '--quiet', '--all', '-m', 'Three at a time')
  const forge = forgeWithout(agent.env(llm.value.url))
  try {
    const first = await ended(
      forge('build', 'Three houses', '--yes', '--allow-plan-commands', '--max-cost', `${capMicros / 1_000_000}`),
    )
    const complaints = await heldAtCap(llm.value, forge)
    if (first.code === 0) complaints.push('the run did not wait at its limit')
    const second = await ended(forge('raise', '--max-cost', '50'))
    if (second.code !== 0)
      complaints.push(`raised: exit ${second.code}: ${second.out.slice(-700)}${second.err.slice(-300)}`)
    const branch = project.git('branch', '--list', '--format=%(refname:short)', 'forge/*').trim()
    const paths = branch === '' ? [] : project.git('ls-tree', '-r', '--name-only', branch).split('\n')
    const missing = units.filter((id) => !paths.includes(`src/${id}.txt`))
    if (missing.length > 0) complaints.push(`not merged after it was raised: ${missing.join(', ')}`)
    return [...complaints, ...leftBehind(project)]
  } finally {
    await llm.value.close()
  }
}

/** All three were asked for before the limit, and it was passed by no more than what one request brings. */
async function heldAtCap(llm: FakeLlm, forge: Trial['forge']): Promise<string[]> {
  const begun = new Set(llm.served().requests.flatMap(({ rule }) => (rule.startsWith('work-') ? [rule] : [])))
  const { out } = await ended(forge('cost', '--json'))
  const micros = (JSON.parse(out) as { total?: { costMicros?: number } }).total?.costMicros ?? Infinity
  return [
    ...(begun.size === units.length ? [] : [`only ${begun.size} units were in flight`]),
    ...(micros <= capMicros + inputMicros ? [] : [`booked ${micros} micros, the limit is ${capMicros}`]),
    ...(micros > capMicros / 2 ? [] : [`the limit was not reached: ${micros} micros`]),
  ]
}

function configOf({ name, model }: RealAgent): object {
  const models = Object.fromEntries(['light', 'standard', 'heavy', 'max'].map((tier) => [tier, model]))
  const prices = { [model]: { input: 10, output: 10, cacheRead: 10, cacheWrite: 10 } }
  return { agent: name, slots: 3, verify: [{ name: 'test', run: 'true' }], models, prices }
}

function scriptOf({ writes = 'tool' }: RealAgent): unknown {
  const nonce = '{{nonce}}'
  const written = (id: string): object =>
    writes === 'tool' ? { write: [`src/${id}.txt`, 'open\n'] } : { bash: `echo open > src/${id}.txt` }
  const looks = Array.from({ length: 4 }, () => ({ bash: 'ls', usage, delay: 500 }))
  const unit = (id: string) => ({
    id,
    title: `Build the ${id}`,
    writes: [`src/${id}.txt`],
    brief: `Build the ${id}.`,
    verify: [{ name: 'open', run: `test -f src/${id}.txt` }],
  })
  const work = units.map((id) => ({
    id: `work-${id}`,
    when: { prompt: ['["done","blocked"]', `Build the ${id}.`] },
    steps: [{ ...written(id), usage, delay: 500 }, ...looks, { answer: { nonce, status: 'done', note: '' }, usage }],
  }))
  return {
    version: 1,
    rules: [
      {
        id: 'plan',
        when: { prompt: ['"plan":{'] },
        steps: [{ answer: { nonce, plan: { summary: 'three houses', units: units.map(unit) } }, usage }],
      },
      {
        id: 'review',
        when: { prompt: ['"verdict":{'] },
        steps: [{ answer: { nonce, verdict: 'approve', findings: [], summary: 'fine' }, usage }],
      },
      ...work,
    ],
  }
}
