/** The text of a learning. */
import type { Learning } from '#model/learning.ts'
import { unreachable } from '#model/result.ts'
import { labelsOf } from './text/labels.ts'
import type { Line } from './text/line.ts'
import { inFormat, styledText, textOf } from './text/message.ts'

export function learningLine(learning: Learning): Line {
  const label = labelsOf('learned.command', 'learned.failure', 'learned.success')
  switch (learning.kind) {
    case 'test_command': {
      const { command, cwd, passed, failed, typicalMs } = learning
      const told = {
        command: cwd === '.' ? command : textOf('learned.in', { command, path: cwd }),
        passed,
        time: seconds(typicalMs),
      }
      const fate = failed === 0 ? styledText('learned.passed', told) : styledText('learned.mixed', { ...told, failed })
      return [label('learned.command'), fate]
    }
    case 'failure_pattern': {
      const { unit, phase, found, times: count, mendedBy } = learning
      const place = `${unit} ${phase}`
      const where = count === 1 ? place : textOf('learned.times', { where: place, count })
      const mended =
        mendedBy === undefined
          ? styledText('learned.notFixed', { where, found })
          : styledText('learned.fixed', { where, found, ...mendedBy })
      return [label('learned.failure'), mended]
    }
    case 'success_pattern': {
      const { units, depth, files, retries, wallMs, activeMs } = learning
      const took = { active: seconds(activeMs), wall: seconds(wallMs) }
      return [label('learned.success'), styledText('learned.shape', { units, depth, files, retries, ...took })]
    }
    default:
      return unreachable(learning)
  }
}

function seconds(ms: number): string {
  const { decimal } = inFormat()
  return ms < 90_000 ? `${decimal(ms / 1000, 1)} s` : `${decimal(ms / 60_000, 1)} min`
}
