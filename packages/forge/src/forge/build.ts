/** The beginning of a `build` run: what must hold before it starts, its specification, and its first message. */
import { randomBytes } from 'node:crypto'
import type { UserRepository } from '#adapters/git/index.ts'
import type { Settings } from '#config/schema.ts'
import { hashOf, hashText } from '#model/digest.ts'
import type { MessageOf } from '#model/message.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Routing } from '#model/route.ts'
import { buildSpec } from '#presets/build.ts'
import { usageRefusal, type Refusal } from './refusal.ts'

export interface BuildInput {
  readonly request: string
  /** What to do about changes that are not committed: they are never part of a run. */
  readonly dirt: 'refuse' | 'leave'
}

export interface Begun {
  readonly run: string
  readonly start: MessageOf<'start'>
}

export function beginBuild(
  input: BuildInput & { readonly routing: Routing },
  settings: Settings,
  user: UserRepository,
  at: number,
): Result<Begun, Refusal> {
  if (settings.verify.length === 0) {
    const hint = 'forge init finds your test commands; or write verify: in .forge/config.yaml'
    return failed(usageRefusal('no-verify', 'nothing says how the finished work is checked', hint))
  }
  if (user.dirty.length > 0 && input.dirt === 'refuse') {
    const paths = user.dirty.slice(0, 5).map(({ path }) => path)
    const more = user.dirty.length > paths.length ? ` and ${user.dirty.length - paths.length} more` : ''
    const hint = 'commit them first, or add --accept-dirty: they stay as they are and are not part of the run'
    return failed(usageRefusal('dirty', `there are changes that are not committed: ${paths.join(', ')}${more}`, hint))
  }
  const salt = randomBytes(16).toString('hex')
  const { verify, slots, strategy, claims, limits, budget } = settings
  const spec = buildSpec(
    { request: input.request, base: user.head, environment: environmentOf(settings), verify: [...verify] },
    {
      slots,
      strategy,
      claims,
      limits,
      budget,
      routing: input.routing,
      ...(user.branch === undefined ? {} : { branch: user.branch }),
    },
  )
  const start: MessageOf<'start'> = { type: 'start', id: 'start', at, spec, nonce: hashText(salt) }
  return success({ run: runIdOf(input.request, salt), start })
}

/** What a check depends on besides the tree. */
function environmentOf({ setup, verify }: Settings): string {
  return hashOf({ setup, verify, platform: `${process.platform}-${process.arch}`, node: process.versions.node })
}

/** A few words of the request, and enough chance that no two runs meet. */
function runIdOf(request: string, salt: string): string {
  const words = request
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 32)
    .replace(/-[^-]*$/, (tail) => (request.length > 32 ? '' : tail))
  return `${words === '' ? 'run' : words}-${salt.slice(0, 4)}`
}
