/**
 * Who calls Forge from this process, and the refusal of an agent that tries to decide (I-23). Loaded late: read-only
 * calls skip it.
 */
import { dirname } from 'node:path'
import { marksOfAncestry, realPath } from '#adapters/exec/index.ts'
import { principalOf } from '#core/consent/principal.ts'
import { say } from '#messages/said.ts'
import type { Principal } from '#model/question.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Stores, Whereabouts } from './stores.ts'
import { userConfigFile } from './places.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'

/** The human who decides here, or the refusal of an agent. */
export async function findDecider(
  { cwd, env, home }: Whereabouts,
  stores: Pick<Stores, 'repository' | 'places'>,
): Promise<Result<Principal, Refusal>> {
  const name = env['USER'] ?? env['LOGNAME'] ?? env['USERNAME'] ?? ''
  const touched = [...placesTouched(cwd, stores), dirname(userConfigFile(env, home))].map(realPath)
  const by = principalOf(await marksOfAncestry(env), touched, name)
  return by.kind === 'agent' ? failed(agentRefusal(by)) : success(by)
}

/** What a decision may change: the checkout, its repository, Forge's state of it, and the user's own settings. */
function placesTouched(cwd: string, { repository, places }: Pick<Stores, 'repository' | 'places'>): readonly string[] {
  const [found, kept] = [repository(), places()]
  return found.ok && kept.ok ? [found.value.root, found.value.gitDirectory, kept.value.state] : [cwd]
}

function agentRefusal({ name }: Principal): Refusal {
  const message = say('principal.agentMayOnlyLook', { name })
  const hint = say('principal.callFromOwnTerminal')
  return { ...refusal('agent', message, hint), exit: 'forbidden' }
}
