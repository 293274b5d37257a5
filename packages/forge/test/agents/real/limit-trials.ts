/** A provider that has nothing left in the middle of a real agent's work: Forge waits as long as the provider says, and the conversation goes on. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from '#testing/fake-llm/script.ts'
import { startFakeLlm, type FakeLlm } from '#testing/fake-llm/server.ts'
import type { RealAgent } from './agents.ts'
import { ended, leftBehind, type Trial } from './trial.ts'

const waitSeconds = 12
/** Without the time that the provider said, Forge waits an hour. */
const mostMs = 10 * 60_000

export async function limitedAtWork(trial: Trial): Promise<readonly string[]> {
  const { agent, project, forgeWithout } = trial
  const llm = await startFakeLlm({ script: Script.parse(scriptOf(agent)) })
  if (!llm.ok) return [llm.failure]
  writeFileSync(join(project.folder, '.forge/config.yaml'), JSON.stringify(configOf(agent)))
  project.git('commit', '--quiet', '--all', '-m', 'One at a time')
  const forge = forgeWithout(agent.env(llm.value.url))
  try {
    const running = forge('build', 'A bakery', '--yes', '--allow-plan-commands')
    const late = setTimeout(() => running.kill('SIGTERM'), mostMs)
    const ran = await ended(running)
    clearTimeout(late)
    const complaints = ran.code === 0 ? [] : [`exit ${ran.code}: ${ran.out.slice(-900)}${ran.err.slice(-300)}`]
    return [...complaints, ...gone(llm.value), ...leftBehind(project)]
  } finally {
    await llm.value.close()
  }
}

/** The first step is done once: it is in the conversation that goes on. */
function gone(llm: FakeLlm): readonly string[] {
  const { requests } = llm.served()
  const firstSteps = requests.filter(({ rule, turn, status }) => rule === 'work' && turn === 0 && status === 200)
  return [
    ...(requests.some(({ status }) => status === 429) ? [] : ['the limit was never met']),
    ...(requests.some(({ rule }) => rule === 'resumed') ? [] : ['the conversation did not go on after the limit']),
    ...(firstSteps.length === 1 ? [] : [`the first step was paid ${firstSteps.length} times`]),
  ]
}

function configOf({ name, model }: RealAgent): object {
  const models = Object.fromEntries(['light', 'standard', 'heavy', 'max'].map((tier) => [tier, model]))
  return { agent: name, verify: [{ name: 'test', run: 'true' }], models }
}

function scriptOf({ writes = 'tool' }: RealAgent): unknown {
  const nonce = '{{nonce}}'
  const write = writes === 'tool' ? { write: ['bakery.txt', 'open\n'] } : { bash: 'echo open > bakery.txt' }
  const headers = { 'retry-after': `${waitSeconds}`, 'x-should-retry': 'false' }
  const done = { answer: { nonce, status: 'done', note: '' } }
  const unit = {
    id: 'bakery',
    title: 'Build the bakery',
    writes: ['bakery.txt'],
    brief: 'Build the bakery.',
    verify: [{ name: 'open', run: 'test -f bakery.txt' }],
  }
  return {
    version: 1,
    rules: [
      {
        id: 'plan',
        when: { prompt: ['"plan":{'] },
        steps: [{ answer: { nonce, plan: { summary: 'a bakery', units: [unit] } } }],
      },
      {
        id: 'review',
        when: { prompt: ['"verdict":{'] },
        steps: [{ answer: { nonce, verdict: 'approve', findings: [], summary: 'fine' } }],
      },
      { id: 'resumed', when: { prompt: ['["done","blocked"]', 'Your provider made you wait'] }, steps: [done] },
      {
        id: 'work',
        when: { prompt: ['["done","blocked"]', 'Build the bakery.'] },
        steps: [write, { ...done, fail: [{ status: 429, type: 'insufficient_quota', headers }] }],
      },
    ],
  }
}
