/** Trials of a real agent that works with the login of a subscription: refreshed by several at once, by one whose Forge dies, and expired. */
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTokenProvider, type TokenProvider } from './token-provider.ts'
import { ended, leftBehind, merged, type Trial } from './trial.ts'

type Acting = (trial: Trial, provider: TokenProvider, forge: Trial['forge']) => Promise<readonly string[]>

/** A user whose access token is over, and who has the refresh token `token`. */
const withLogin =
  (token: string, act: Acting) =>
  async (trial: Trial): Promise<readonly string[]> => {
    const { project, llm } = trial
    const provider = await startTokenProvider(llm.url, project.root)
    const login = { accessToken: 'access-0', refreshToken: token, expiresAt: 1000, scopes: ['user:inference'] }
    mkdirSync(join(project.root, 'home/.claude'), { recursive: true })
    writeFileSync(credentialsOf(trial), JSON.stringify({ claudeAiOauth: login, mcpOAuth: { mine: 'kept' } }))
    try {
      return await act(trial, provider, trial.forgeWithout(provider.env))
    } finally {
      await provider.close()
    }
  }

const refreshed: Acting = async (trial, provider, forge) => {
  const ran = await ended(forge('build', 'Two greetings', '--yes'))
  const complaints = [...merged(trial.project, ran.out), ...leftBehind(trial.project), ...loginFaults(trial, provider)]
  if (ran.code !== 0) complaints.push(`exit ${ran.code}: ${ran.out.slice(-700)}${ran.err.slice(-300)}`)
  return complaints
}

/** Forge dies as soon as an agent has refreshed; what it refreshed is at home after the next start. */
const killedThen: Acting = async (trial, provider, forge) => {
  const doomed = forge('build', 'Two greetings', '--yes')
  const doomedEnd = ended(doomed)
  const isAtWork = (): boolean => trial.llm.served().requests.some(({ rule }) => rule.startsWith('work-'))
  for (let waited = 0; !isAtWork() && waited < 180_000; waited += 20) await sleep(20)
  const before = provider.refreshed()
  for (let waited = 0; provider.refreshed() === before && waited < 90_000; waited += 5) await sleep(5)
  // Its program writes what it was given, and Forge has not looked again yet.
  await sleep(100)
  doomed.kill('SIGKILL')
  await doomedEnd
  const ran = await ended(forge('resume'))
  const complaints = [...merged(trial.project, ran.out), ...loginFaults(trial, provider)]
  if (ran.code !== 0) complaints.push(`resume: exit ${ran.code}: ${ran.out.slice(-700)}${ran.err.slice(-300)}`)
  return complaints
}

const expired: Acting = async (trial, provider, forge) => {
  const before = readFileSync(credentialsOf(trial), 'utf8')
  const ran = await ended(forge('build', 'Two greetings', '--yes'))
  const said = `${ran.out}${ran.err}`
  return [
    ...(ran.code === 4 ? [] : [`exit ${ran.code} and not 4: ${said.slice(-900)}`]),
    ...(said.includes('run claude once and log in') ? [] : [`how to log in is not said: ${said.slice(-900)}`]),
    ...(readFileSync(credentialsOf(trial), 'utf8') === before ? [] : ['the login of the user was changed']),
    ...(provider.refused() > 0 ? [] : ['the provider was never asked']),
  ]
}

export const loginTrials = {
  'a login that is refreshed': withLogin('refresh-0', refreshed),
  'refreshed, and Forge killed': withLogin('refresh-0', killedThen),
  'an expired login': withLogin('refresh-used', expired),
}

function credentialsOf({ project }: Trial): string {
  return join(project.root, 'home/.claude/.credentials.json')
}

/** The user is logged in with what the provider gave last, nobody else has it, and no token was used twice. */
function loginFaults(trial: Trial, provider: TokenProvider): string[] {
  const file = credentialsOf(trial)
  const { claudeAiOauth, mcpOAuth } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, unknown>>
  const lent = join(trial.project.root, 'state/forge/logins')
  const left = existsSync(lent)
    ? readdirSync(lent, { recursive: true }).filter((path) => String(path).endsWith('.json'))
    : []
  return [
    ...(claudeAiOauth?.['refreshToken'] === provider.token()
      ? []
      : ['the user has a token that the provider takes no longer']),
    ...(provider.refreshed() > 0 ? [] : ['nothing was refreshed']),
    ...(provider.refused() === 0 ? [] : [`${provider.refused()} tokens were used twice`]),
    ...(mcpOAuth?.['mine'] === 'kept' ? [] : ['other logins of the file are gone']),
    ...((statSync(file).mode & 0o777) === 0o600 ? [] : ['the login can be read by others']),
    ...(left.length === 0 ? [] : ['Forge has kept a login']),
  ]
}
