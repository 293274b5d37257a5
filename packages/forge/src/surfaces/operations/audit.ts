/** `audit`: every invariant of a run that journal and git can prove, one line each; violations are shown in full. */
import { z } from 'zod'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { operation, RunName } from './operation.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { renderNow, styledText, textOf } from './text/message.ts'

const Output = z.object({
  run: z.string(),
  entries: z.number().describe('Entries of the journal that were read'),
  sound: z.boolean(),
  invariants: z.array(
    z.object({
      id: z.string(),
      what: Said,
      state: z.enum(['ok', 'violated', 'unread']),
      details: z.array(Said),
    }),
  ),
  next: Next,
})

export default operation({
  name: 'audit',
  summary: 'Check a run against its journal and git, invariant by invariant',
  details:
    'Reads the journal, the control repository and your refs, and changes nothing. Exit code 1 when an invariant is broken.',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: Output,
  examples: [{ command: 'forge audit 7f3a', what: 'does the run match its journal?' }],
  async run(forge, { run }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const report = await forge.handover.audit(chosen.value.run)
    if (!report.ok) return report
    const { entries, invariants } = report.value
    const sound = invariants.every(({ state }) => state === 'ok')
    return success({
      value: {
        run: report.value.run,
        entries,
        sound,
        invariants: invariants.map((one) => ({ ...one, details: [...one.details] })),
        next: [step(sound ? 'report' : 'events', { run: report.value.run })],
      },
      exit: sound ? 'ok' : 'failure',
    })
  },
  render: ({ run, entries, sound, invariants }): readonly Line[] => [
    [
      strong(run),
      `  ${textOf('audit.entries', { count: entries })}, `,
      sound ? styledText('audit.sound', {}, 'good') : styledText('audit.unsound', {}, 'bad'),
    ],
    ...invariants.flatMap(({ id, what, state, details }): Line[] => [
      [mark(state), ` ${id.padEnd(5)} `, state === 'ok' ? dim(renderNow(what)) : renderNow(what)],
      ...details.slice(0, 20).map((detail): Line => `          ${renderNow(detail)}`),
    ]),
  ],
})

function mark(state: 'ok' | 'violated' | 'unread') {
  return state === 'ok' ? toned('good', '  ✓') : state === 'violated' ? toned('bad', '  ✗') : dim('  ?')
}
