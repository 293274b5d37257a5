/** Commands that only a human may give to a run: the last check, however an agent came this far (I-23, I-31). */
import { say, type Said } from '#messages/said.ts'
import type { Message } from '#model/message.ts'

/** Every message that has a principal. */
type Spoken = Extract<Message, { readonly by: unknown }>

const refusals: Readonly<Record<Spoken['type'], Said>> = {
  approve: say('agent.mayNotAnswer'),
  reject: say('agent.mayNotAnswer'),
  edit: say('agent.mayNotEditPlan'),
  pause: say('agent.mayNotPause'),
  resume: say('agent.mayNotResume'),
  cancel: say('agent.mayNotCancel'),
  retry: say('agent.mayNotReopenUnit'),
  reopen: say('agent.mayNotReopenUnit'),
  begin: say('agent.mayNotBegin'),
  add: say('agent.mayNotAddWork'),
  retrospect: say('agent.mayNotCloseRun'),
  reassign: say('agent.mayNotChooseWorker'),
  redact: say('agent.mayNotRedact'),
  raise: say('agent.mayNotRaiseLimits'),
  syncing: say('agent.mayNotMoveBase'),
  sync: say('agent.mayNotMoveBase'),
  land: say('agent.mayNotLand'),
}

/** Why a message is refused because of its principal; undefined for a human, or for a message without a principal. */
export function principalFault(message: Message): Said | undefined {
  return 'by' in message && message.by.kind !== 'operator' ? refusals[message.type] : undefined
}
