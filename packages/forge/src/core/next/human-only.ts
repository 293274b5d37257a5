/** Words that only a human may say to a run: the last wall, whatever let an agent come this far (I-23, I-31). */
import { say, type Said } from '#messages/said.ts'
import type { Message } from '#model/message.ts'

/** Every message that says who speaks. */
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

/** Why a message is not heard, because of who says it; undefined when a human does, or nobody in particular. */
export function principalFault(message: Message): Said | undefined {
  return 'by' in message && message.by.kind !== 'operator' ? refusals[message.type] : undefined
}
