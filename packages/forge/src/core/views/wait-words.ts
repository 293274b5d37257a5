/** Why no phase of a unit runs, as a sentence. */
import { say, type Said } from '#messages/said.ts'
import { isoTime } from '#model/iso-time.ts'
import { unreachable } from '#model/result.ts'
import type { Wait } from '#core/idle/wait.ts'

export function waitText(wait: Wait): Said {
  switch (wait.why) {
    case 'dependency':
      return say('wait.dependency', { unit: wait.unit })
    case 'blocked':
      return say('wait.blocked', { unit: wait.unit })
    case 'order':
      return say('wait.order', { unit: wait.unit })
    case 'writes':
      return say('wait.writes', { unit: wait.unit })
    case 'sequential':
      return say('wait.sequential', { unit: wait.unit })
    case 'wave':
      return say('wait.wave', { unit: wait.unit })
    case 'planning':
      return say('wait.planning')
    case 'contested':
      return say('wait.contested', { path: wait.path })
    case 'run':
      return say('wait.run', { status: say(`state.${wait.status}`) })
    case 'time':
      return say('wait.time', { time: isoTime(wait.until) })
    case 'question':
      return say('wait.question')
    case 'account':
      return say('wait.account', { account: wait.account, time: isoTime(wait.until) })
    case 'disk':
      return say('wait.disk')
    case 'limit':
      return say('wait.limit')
    case 'turn':
      return say('wait.turn')
    default:
      return unreachable(wait)
  }
}
