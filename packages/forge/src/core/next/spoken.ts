/** Words that only a human may say to a run: the last wall, whatever let an agent come this far (I-23, I-31). */
import type { Message } from '#model/message.ts'

/** Every message that says who speaks. */
type Spoken = Extract<Message, { readonly by: unknown }>

const refusals: Readonly<Record<Spoken['type'], string>> = {
  approve: 'an agent may not answer for a human',
  reject: 'an agent may not answer for a human',
  edit: 'an agent may not edit a plan for a human',
  pause: 'an agent may not pause a run',
  resume: 'an agent may not let a run go on',
  cancel: 'an agent may not cancel a run',
  retry: 'an agent may not reopen a unit',
  reopen: 'an agent may not reopen a unit',
  begin: 'an agent may not begin a run',
  add: 'an agent may not add work to a run',
  retrospect: 'an agent may not close a run for a human',
  reassign: 'an agent may not choose who does the work',
  redact: 'an agent may not take anything out of the journal',
  raise: 'an agent may not raise the limits that hold it',
  syncing: 'an agent may not move the base',
  sync: 'an agent may not move the base',
  land: 'an agent may not land its own work',
}

/** Why a message is not heard, because of who says it; undefined when a human does, or nobody in particular. */
export function speakerFault(message: Message): string | undefined {
  return 'by' in message && message.by.kind !== 'operator' ? refusals[message.type] : undefined
}
