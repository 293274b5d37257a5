/**
 * One real agent: a two-unit build with real tool calls and a forced 429, then the same with Forge killed in the middle and the
 * run gone on with. What is booked must be what the fake provider served.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeLlm } from '#testing/fake-llm/server.ts'
import type { RealAgent } from './agents.ts'
import { cappedInFlight } from './cap-trials.ts'
import { startsNoHelpers } from './helper-trials.ts'
import { limitedAtWork } from './limit-trials.ts'
import { loginTrials } from './login-trials.ts'
import { tooOld } from './version-trials.ts'
import { ended, inTrial, leftBehind, merged, type Trial } from './trial.ts'

export interface Proven {
  readonly agent: string
  readonly lines: readonly string[]
  readonly complaints: readonly string[]
}

export async function prove(agent: RealAgent): Promise<Proven> {
  const lines: string[] = []
  const complaints: string[] = []
  const trials = {
    'a build': build,
    'killed and resumed': killed,
    'starts no helpers': startsNoHelpers,
    ...(agent.holdsItself === 'yes' ? { 'without bubblewrap': unheld } : {}),
    ...(agent.subscription === 'refreshed here' ? loginTrials : {}),
    ...(agent.capped === 'here'
      ? { 'a limit with three units in flight': cappedInFlight, 'a limit in the middle of the work': limitedAtWork }
      : {}),
    ...(agent.tooOld === undefined ? {} : { 'an old version': tooOld }),
  }
  for (const [name, trial] of Object.entries(trials)) {
    const startedAt = performance.now()
    const found = await inTrial(agent, trial)
    complaints.push(...found.map((complaint) => `${name}: ${complaint}`))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    lines.push(`${name} ${found.length === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
  }
  return { agent: agent.name, lines, complaints }
}

async function build({ llm, project, forge }: Trial): Promise<readonly string[]> {
  const ran = await ended(forge('build', 'Two greetings', '--yes'))
  const complaints = [...merged(project, ran.out), ...leftBehind(project)]
  if (ran.code !== 0) complaints.push(`exit ${ran.code}: ${ran.out.slice(-700)}${ran.err.slice(-300)}`)
  if (!llm.served().requests.some(({ status }) => status === 429)) complaints.push('the 429 was never met')
  return [...complaints, ...(await books(llm, forge))]
}

/** Its own sandbox lets it work, and it is on record. */
async function unheld({ project, bareForge }: Trial): Promise<readonly string[]> {
  const ran = await ended(bareForge('build', 'Two greetings', '--yes'))
  const complaints = [...merged(project, ran.out), ...leftBehind(project)]
  if (ran.code !== 0) complaints.push(`exit ${ran.code}: ${ran.out.slice(-700)}${ran.err.slice(-300)}`)
  const { out } = await ended(bareForge('events'))
  if (!out.includes("in the agent's own sandbox")) complaints.push('it is not on record that it held itself')
  return complaints
}

async function killed({ agent, llm, project, forge }: Trial): Promise<readonly string[]> {
  const doomed = forge('build', 'Two greetings', '--yes')
  const doomedEnd = ended(doomed)
  const isAtWork = (): boolean =>
    llm.served().requests.some(({ rule, turn, how }) => rule.startsWith('work-') && turn >= 1 && how === 'answered')
  for (let waited = 0; !isAtWork() && waited < 90_000 && doomed.exitCode === null; waited += 20) await sleep(20)
  doomed.kill('SIGKILL')
  await doomedEnd
  if (!isAtWork()) return ['never got to work']
  await sleep(2000)
  const complaints = leftBehind(project).map((left) => `after Forge was killed: ${left}`)
  const ran = await ended(forge('resume'))
  complaints.push(...merged(project, ran.out), ...leftBehind(project))
  if (ran.code !== 0) complaints.push(`resume: exit ${ran.code}: ${ran.out.slice(-700)}${ran.err.slice(-300)}`)
  const isResumed = llm.served().requests.some(({ rule }) => rule.startsWith('resumed-'))
  if (agent.resumes === 'yes' && !isResumed) complaints.push('the conversation that was lost was not gone on with')
  return complaints
}

/** To the token: what the run says to have used, and what the provider has served. */
async function books(llm: FakeLlm, forge: Trial['forge']): Promise<string[]> {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = llm.served().total.tokens
  const served = inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens
  const { out } = await ended(forge('cost', '--json'))
  const booked = (JSON.parse(out) as { total?: { tokens?: number } }).total?.tokens
  return booked === served ? [] : [`booked ${booked ?? 'nothing'} tokens, served ${served}`]
}
