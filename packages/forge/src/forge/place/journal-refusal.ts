/** Why the journal could not be read or written, as a refusal. */
import type { LogStop } from '#engine/ports.ts'
import { raw, say } from '#messages/said.ts'
import { refusal, type Refusal } from '#forge/refusal.ts'

export function journalRefusal(stop: LogStop): Refusal {
  const detail = 'detail' in stop ? stop.detail : ''
  switch (stop.why) {
    case 'corrupt':
      return refusal('journal-damaged', say('journal.damagedAtEntry', { seq: stop.seq, detail }), raw('forge doctor'))
    case 'newer':
      return refusal('journal-newer', say('journal.writtenByNewerForge', { detail }), say('hint.updateForgeTryAgain'))
    case 'older':
      return refusal(
        'journal-older',
        say('journal.writtenByOlderForge', { detail }),
        say('journal.finishRunsOrMoveAside'),
      )
    case 'fenced':
      return { ...refusal('held', say('run.takenOverByAnotherForge'), raw('forge status')), exit: 'held' }
    case 'full':
      return refusal('disk-full', say('disk.isFull', { detail }), say('disk.makeRoomTryAgain'))
    case 'busy':
      return refusal('journal-busy', say('journal.isBusy', { detail }), say('hint.tryAgain'))
    case 'io':
    case 'too-large':
    case 'double-open':
      return refusal(`journal-${stop.why}`, say('journal.cannotBeUsed', { detail }), raw('forge doctor'))
  }
}
