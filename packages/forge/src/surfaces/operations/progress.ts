/** `progress`: what agents did, one line each, in a form for programs. */
import { z } from 'zod'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation, RunName } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'

const Progress = z.object({
  at: z.number(),
  agent: z.string().describe('{task}:{noun}:{role}:{iteration}'),
  banner: z.string(),
  status: z.enum(['start', 'progress', 'done', 'error']),
  detail: z.string().max(500),
})

export default operation({
  name: 'progress',
  summary: 'Print what the agents of a run did, one line per step: time|agent|banner|status|detail',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ run: RunName }),
  positionals: ['run'],
  output: z.object({ run: z.string(), lines: z.array(Progress), next: Next }),
  examples: [{ command: 'forge progress 7f3a | cut -d"|" -f2,4', what: 'which agent did what' }],
  async run(forge, { run }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const { run: name } = chosen.value
    const history = await forge.history(name)
    if (!history.ok) return history
    return success({ value: { run: name, lines: [...history.value.progress()], next: [step('watch', { run: name })] } })
  },
  render: ({ lines }) =>
    lines.map(
      ({ at, agent, banner, status, detail }) =>
        `${isoTime(at).replace(' ', 'T')}|${agent}|${banner}|${status}|${detail}`,
    ),
})
