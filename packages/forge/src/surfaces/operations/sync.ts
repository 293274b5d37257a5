/**
 * `sync`: your branch has moved since a run started; Forge merges it into the run's work and verifies the whole again.
 */
import { z } from 'zod'
import type { Forge } from '#forge.ts'
import { say } from '#messages/said.ts'
import { step, type NextStep } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { operation, RunName } from './operation.ts'
import { toned, type Line } from './text/line.ts'
import { renderNow, styledText } from './text/message.ts'
import { trustFlag } from './trusting.ts'

const Output = z.object({
  run: z.string(),
  state: z.enum(['synced', 'already', 'conflict', 'red']),
  branch: z.string(),
  base: z.string().describe('Commit of your branch that was looked at'),
  tip: z.string().describe('Commit that holds what the run has merged'),
  conflicts: z.array(z.string()).describe('Files that both changed'),
  checks: z.array(z.object({ name: z.string(), state: z.enum(['green', 'red']) })),
  detail: Said.describe('Why it is red'),
  next: Next,
})
type Output = z.output<typeof Output>

export default operation({
  name: 'sync',
  summary: 'Merge the new commits of your branch into a run and verify the whole again',
  details:
    'Works in the control repository and touches neither your checkout nor your branch. After a merge conflict or a failed check the run is unchanged. Only possible while no process is working on the run.',
  does: 'decides',
  needs: 'trust',
  shape: 'answer',
  input: z.strictObject({ run: RunName, ...trustFlag }),
  positionals: ['run'],
  output: Output,
  examples: [{ command: 'forge sync 7f3a', what: 'when forge land says that your branch has new commits' }],
  exits: {
    unsuccessful: 'a merge conflict or a failed check; the run is unchanged',
    held: 'another Forge process is working on the run',
  },
  async run(forge, { run }, talk) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const request = { run: chosen.value.run, signal: talk.signal, say: (said: Said) => talk.say(said) }
    const done = await forge.handover.sync(request)
    if (!done.ok) return done
    const { state, conflicts, checks } = done.value
    const isFine = state === 'synced' || state === 'already'
    const next = isFine ? await landing(forge, request.run) : [reopening(request.run)]
    const value = { ...done.value, conflicts: [...conflicts], checks: [...checks], next }
    return success({ value, exit: isFine ? 'ok' : 'unsuccessful' })
  },
  render: renderSync,
})

/** Work that is merged by now can be landed, even if the run is not done. */
async function landing(forge: Forge, run: string): Promise<readonly NextStep[]> {
  const view = await forge.view(run)
  if (!view.ok || view.value.landable === 'nothing') return []
  return [step('land', view.value.landable === 'partial' ? { run, partial: true } : { run })]
}

function reopening(run: string): NextStep {
  return step('reopen', { run }, { unit: say('placeholder.unit'), reason: say('placeholder.why') })
}

function renderSync({ run, state, branch, conflicts, checks, detail, ...output }: Output): readonly Line[] {
  const [base, tip] = [output.base.slice(0, 12), output.tip.slice(0, 12)]
  const verified = checks.map(({ name, state: end }): Line => [
    end === 'green' ? toned('good', '  ✓ ') : toned('bad', '  ✗ '),
    name,
  ])
  switch (state) {
    case 'already':
      return [[styledText('sync.already', { run, branch, base })]]
    case 'synced':
      return [[styledText('sync.synced', { run, branch, base, tip })], ...verified]
    case 'conflict':
      return [[styledText('sync.conflict', { branch, base }, 'bad')], ...conflicts.map((path): Line => ['  ', path])]
    case 'red':
      return [
        [styledText('sync.red', { branch, base }, 'bad')],
        ...verified,
        ...renderNow(detail)
          .split('\n')
          .map((line): Line => ['    ', line]),
      ]
  }
}
