/** `agents try`: one small task for one agent, in a repository made for it. */
import { z } from 'zod'
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Usage } from '#model/usage.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { spentMoney } from './run-text.ts'
import { toned, type Line } from './text/line.ts'
import { inFormat, renderNow, styledText, textOf } from './text/message.ts'
import { trustFlag } from './trusting.ts'

export default operation({
  name: 'agents try',
  summary: 'Give an agent one small task in a temporary repository, and see whether it works',
  details:
    'Works as in a run, with sandbox, meter and typed answer. Costs as much as one short attempt and leaves nothing behind.',
  does: 'decides',
  needs: 'trust',
  shape: 'answer',
  input: z.strictObject({
    agent: z
      .string()
      .min(1)
      .max(4000)
      .describe('The agent, as in agent: of the configuration, such as claude-code or "command:my-agent"'),
    model: z.string().min(1).max(200).optional().describe("The model; by default the agent's own"),
    ...trustFlag,
  }),
  positionals: ['agent'],
  output: z.object({
    agent: z.string(),
    works: z.boolean(),
    problems: z.array(Said),
    durationMs: z.number(),
    model: z.string().optional().describe('What it says to have run on'),
    usage: Usage,
    next: Next,
  }),
  examples: [
    { command: 'forge agents try claude-code', what: 'before the first run with it' },
    { command: 'forge agents try codex --model gpt-5.5', what: 'with a model of your choice' },
  ],
  exits: { agent: 'the agent is not installed, or did not do its task' },
  async run(forge, { agent, model }, talk) {
    const tried = await forge.agents.try(
      { agent, ...defined({ model }) },
      { signal: talk.signal, say: (text) => talk.say(text) },
    )
    if (!tried.ok) return tried
    const { problems, ...seen } = tried.value
    const works = problems.length === 0
    const next = works
      ? [step('build', { agent }, { request: say('placeholder.whatYouWant') })]
      : [step('agents'), step('doctor')]
    return success({ value: { ...seen, problems: [...problems], works, next }, exit: works ? 'ok' : 'agent' })
  },
  render: ({ agent, works, problems, durationMs, model, usage }) => [
    [
      works ? styledText('agents.works', {}, 'good') : styledText('agents.fails', {}, 'bad'),
      `  ${model === undefined ? agent : textOf('agents.on', { agent, model })}, ${inFormat().decimal(durationMs / 1000, 1)} s  `,
      styledText(
        'agents.used',
        {
          input: usage.inputTokens,
          output: usage.outputTokens,
          money: (usage.unpricedTokens ?? 0) > 0 ? textOf('agents.unpriced') : spentMoney(usage),
          source: say(`usage.${usage.source}`),
        },
        'dim',
      ),
    ],
    ...problems.map((problem): Line => [toned('bad', '  ✗ '), renderNow(problem)]),
  ],
})
