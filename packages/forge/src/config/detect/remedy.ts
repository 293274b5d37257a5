/** What to do about a command that failed on the base, by its output. Pure; the first match. */
import { say, type Said } from '#messages/said.ts'

const example = 'setup: { run: [npm ci], pass: [NPM_TOKEN, ~/.npmrc] }'

export interface Failed {
  readonly part: 'setup' | 'verify'
  readonly exitCode: number | null
  readonly outcome: 'failed' | 'flaky' | 'too long'
  readonly printed: string
}

const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|name resolution|resolve host|network is unreachable|name or service not known|no address associated|dial tcp|failed to establish a new connection/i
const unauthorised =
  /\bE40[134]\b|ENEEDAUTH|\b40[13] (?:unauthori[sz]ed|forbidden|client error)|unauthori[sz]ed|authentication (?:is )?required|could not read username/i
const withoutLock =
  /can only install with an existing package-lock|ERR_PNPM_NO_LOCKFILE|needs to be updated|lockfile (?:is )?(?:missing|not found)/i
const program = /(?:^|\s)([\w./@+-]+): (?:command )?not found|exec: "([^"]+)": executable file not found/m
const uninstalled = /No module named '?([\w.]+)|Cannot find (?:module|package) '([^'./][^']*)'/

export function remedyFor({ part, exitCode, outcome, printed }: Failed): Said {
  if (outcome === 'flaky') return say('trial.steadyIt')
  if (outcome === 'too long') return say('trial.giveItTime')
  const [, named, executable] = program.exec(printed) ?? []
  const absent = named ?? executable
  if (absent !== undefined && (exitCode === 127 || executable !== undefined))
    return say('trial.installProgram', { program: absent })
  if (part === 'setup' && withoutLock.test(printed)) return say('trial.commitLockfile')
  if (part === 'setup' && unauthorised.test(printed)) return say('trial.passLogin', { example })
  const [, python, node] = uninstalled.exec(printed) ?? []
  const missing = python ?? node
  if (part === 'verify' && missing !== undefined) return say('trial.installInSetup', { name: missing })
  if (unreachable.test(printed)) return part === 'setup' ? say('trial.reachNetwork') : say('trial.fetchInSetup')
  return part === 'setup' ? say('trial.fixSetup') : say('trial.fixBase')
}
