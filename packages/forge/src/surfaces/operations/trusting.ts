/**
 * Before anything of a repository runs, a human must have seen what it brings (I-42). At a terminal Forge shows it and
 * asks; elsewhere the call ends with exit code 3 and names the flag that says yes to exactly this.
 */
import type { Forge, Refusal } from '#forge.ts'
import { untrustedRefusal } from '#forge/refusal.ts'
import { z } from 'zod'
import { say } from '#messages/said.ts'
import type { Talk } from './operation.ts'

export const trustFlag = {
  trust: z
    .string()
    .regex(/^[0-9a-f]{32}$/u)
    .optional()
    .describe('Trust the settings of this repository, by the name that Forge printed'),
}

type Asking = Pick<Talk<never>, 'say' | 'confirm' | 'called'>

/** Why the call is refused; undefined when it may continue. */
export async function untrusted(
  forge: Pick<Forge, 'trust'>,
  given: string | undefined,
  talk: Asking,
): Promise<Refusal | undefined> {
  const standing = await forge.trust.standing()
  if (!standing.ok) return standing.failure
  if (standing.value.state !== 'untrusted') return undefined
  const { name, root, brought } = standing.value
  if (given === undefined) {
    talk.say(say('trust.brings', { root }))
    for (const { what, value } of brought) talk.say(say('trust.item', { what, value }))
    const answer = await talk.confirm(say('ask.trust'), { otherwise: 'no' })
    if (answer !== 'yes') {
      const called = (answer === 'unasked' ? talk.called : undefined) ?? 'forge doctor'
      return untrustedRefusal(standing.value, say('trust.lookThenTrust', { command: called, name }))
    }
  }
  const trusted = await forge.trust.trust(given ?? name)
  return trusted.ok ? undefined : trusted.failure
}

/** Trusts files that Forge has just written into a repository that was trusted, or brought nothing before. */
export async function trustingWritten<T>(forge: Pick<Forge, 'trust'>, write: () => Promise<T>): Promise<T> {
  const before = await forge.trust.standing()
  const done = await write()
  if (before.ok && before.value.state === 'trusted') await trustOwn(forge)
  return done
}

/** Trusts a repository that Forge itself made, or copied from a trusted one. */
export async function trustOwn(forge: Pick<Forge, 'trust'>): Promise<void> {
  const standing = await forge.trust.standing()
  if (standing.ok && standing.value.state === 'untrusted') await forge.trust.trust(standing.value.name)
}
