/** First steps of adapters of installed programs: find the program, then open the proxy or use the user's own login. */
import { join } from 'node:path'
import type { Agents, AgentTask } from '#engine/ports.ts'
import { say, type Said } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import type { Failure } from '#model/failure.ts'
import type { Launch } from './launch.ts'
import { linkLogin, type LinkedFile } from './login.ts'
import { lendLogin, type LentLogin, type TokenFile } from './logins/index.ts'
import { resumable, type PrivatePlace } from './private-place.ts'
import { findInstalled, unfitVersion, versionWarning, type Installed, type Program } from './program.ts'
import { startSession } from './session.ts'
import { installOf } from './versions.ts'
import type { Dialect, Endpoint, AdapterParts } from './adapter-parts.ts'

/** One attempt as its adapter launches it. */
export interface ProgramRequest {
  readonly task: AgentTask
  readonly place: PrivatePlace
  /** Where the program is, when not on PATH. */
  readonly path: string | undefined
}

/** Agents that run one program per attempt, launched as the adapter defines. */
export function agentsBy(launchOf: (around: AdapterParts, asked: ProgramRequest) => Promise<Launch | Failure>) {
  return (around: AdapterParts, path: string | undefined): Agents => ({
    start(asked, reports) {
      const task = resumable(around.privateDir, asked)
      return startSession(around, task, reports, (place) => launchOf(around, { task, place, path }))
    },
  })
}

/** Warns if its version is unknown. */
export async function findProgramOf(
  around: Pick<AdapterParts, 'warn'>,
  program: Program,
  path: string | undefined,
): Promise<Installed | Failure> {
  const installed = await findInstalled(program, path)
  if (installed === undefined)
    return {
      tag: 'unavailable',
      what: say('program.notOnPathInstall', { file: path ?? program.file, install: program.install }),
      lasts: 'yes',
    }
  const unfit = await unfitVersion(program, installed)
  if (unfit !== undefined) return { tag: 'unavailable', what: unfit, lasts: 'yes' }
  const warning = versionWarning(program, installed)
  if (warning !== undefined) around.warn?.(warning)
  return installed
}

/** Which versions work, for a program that does not understand its arguments. */
export function worksWords(program: Program | undefined): Said | undefined {
  if (program?.works === undefined) return undefined
  const { file, works } = program
  return say('program.worksWithVersion', { file, version: works.driven, install: installOf(works) })
}

/** The ports of these addresses, all opened by Forge on this machine. */
export function portsOf(...addresses: readonly string[]): readonly number[] {
  return addresses.map((address) => Number(new URL(address).port))
}

/**
 * How it reaches its provider: Forge's proxy; without it, the user's own login, linked into the private place or lent.
 */
export interface ProviderWay {
  readonly endpoint: Endpoint | undefined
  readonly linked?: readonly LinkedFile[]
  readonly lent?: LentLogin
}

export async function endpointOf(
  around: AdapterParts,
  { task, place }: ProgramRequest,
  { program, dialect }: { readonly program: Program; readonly dialect: Dialect },
): Promise<ProviderWay> {
  const endpoint = await around.endpointOf?.(task, dialect)
  if (endpoint !== undefined) return { endpoint }
  const { files, renews } = program.login
  if (renews === undefined) return { endpoint, linked: await linkLogin(files, place.kept) }
  const lent = holdsToken(around, task, program) ? undefined : await lendTo(around, renews)
  return { endpoint, ...defined({ lent }) }
}

/** A token of the account or environment takes precedence over the login: then the login is not lent. */
function holdsToken({ accountOf }: AdapterParts, { task }: AgentTask, { login }: Program): boolean {
  const layers = [accountOf?.(task.account) ?? {}, process.env]
  return login.variables.some((name) => layers.some((layer) => (layer[name] ?? '') !== ''))
}

function lendTo({ loginsDir, privateDir, clock }: AdapterParts, form: TokenFile): Promise<LentLogin | undefined> {
  return lendLogin(form, { directory: loginsDir ?? join(privateDir, 'logins'), now: () => clock.wall() })
}
