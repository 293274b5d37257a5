/**
 * Before anything of a repository runs: a human has seen what it brings (I-42). At a terminal Forge shows it and asks; elsewhere the
 * call ends with exit code 3 and names the flag that says yes to exactly this.
 */
import type { Forge, Refusal } from '#forge.ts'
import { refusal } from '#forge/refusal.ts'
import { z } from 'zod'
import type { Talk } from './operation.ts'
import { saying, words } from './text/message.ts'

export const trustFlag = {
  trust: z
    .string()
    .regex(/^[0-9a-f]{32}$/u)
    .optional()
    .describe('Trust what this repository brings, by the name that Forge gave it'),
}

type Asking = Pick<Talk<never>, 'say' | 'confirm' | 'called'>

/** Why it may not go on; undefined when it may. */
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
    talk.say(saying('trust.brings', { root }))
    for (const { what, value } of brought) talk.say(saying('trust.item', { what, value }))
    const answer = await talk.confirm({ say: () => words('ask.trust') }, { otherwise: 'no' })
    if (answer !== 'yes') return notTrusted(name, answer === 'no' ? undefined : talk.called)
  }
  const trusted = await forge.trust.trust(given ?? name)
  return trusted.ok ? undefined : trusted.failure
}

function notTrusted(name: string, called: string | undefined): Refusal {
  const hint = `look at what is listed above, then: ${called ?? 'forge doctor'} --trust ${name}`
  const message = 'nobody has trusted yet what this repository brings: commands, agents, presets or open walls'
  return { ...refusal('untrusted', message, hint), exit: 'waiting' }
}

/** What Forge itself has just written into a repository that was trusted, or that brought nothing before, is trusted too. */
export async function trustingWritten<T>(forge: Pick<Forge, 'trust'>, write: () => Promise<T>): Promise<T> {
  const before = await forge.trust.standing()
  const done = await write()
  if (before.ok && before.value.state !== 'untrusted') {
    const after = await forge.trust.standing()
    if (after.ok && after.value.state === 'untrusted') await forge.trust.trust(after.value.name)
  }
  return done
}
