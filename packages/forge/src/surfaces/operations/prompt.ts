/** `prompt`: exactly the prompt that the agent of a phase would get now, or got, with its sources and what was cut. */
import { z } from 'zod'
import { PromptManifest, type BlockEntry } from '#model/prompt.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { runFlag } from './queue.ts'
import { dim, strong, toned, type Line } from './text/line.ts'
import { styledText, textOf } from './text/message.ts'
import { table } from './text/table.ts'
import { chooseUnit, UnitName } from './units.ts'

export const PhaseName = z.string().min(1).max(63).describe('Name of the phase, such as implement or review')

const Output = z.object({
  run: z.string(),
  unit: z.string(),
  phase: z.string(),
  role: z.string(),
  key: z.string().describe('Key of the attempt that is or would be told this'),
  which: z.enum(['next', 'sent']),
  system: z.string().describe('System prompt, the same in every attempt of this role'),
  text: z.string().describe('Prompt of this attempt'),
  manifest: PromptManifest,
  next: Next,
})
type Output = z.output<typeof Output>

export default operation({
  name: 'prompt',
  summary: 'Show the exact prompt of a phase, without starting its agent',
  details:
    'Forge makes the prompt from the texts that the run recorded when it started, so later changes to personas do not show here.\n' +
    'It estimates tokens: one for every four bytes.',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    unit: UnitName,
    phase: PhaseName,
    ...runFlag,
    sent: z.boolean().default(false).describe('The prompt that the last attempt got'),
  }),
  positionals: ['unit', 'phase'],
  output: Output,
  examples: [
    { command: 'forge prompt login-form implement', what: 'the prompt of the next attempt, block by block' },
    { command: 'forge prompt login-form review --sent --json', what: 'the last prompt that was sent, for programs' },
  ],
  async run(forge, { unit, phase, run, sent }) {
    const chosen = await forge.chooseRun(run)
    if (!chosen.ok) return chosen
    const { run: name } = chosen.value
    const view = await forge.view(name)
    if (!view.ok) return view
    const found = chooseUnit(view.value, unit)
    if (!found.ok) return found
    const { id } = found.value
    const which: Output['which'] = sent ? 'sent' : 'next'
    const told = await forge.prompt(name, { unit: id, phase, which })
    if (!told.ok) return told
    const next = [step('show', { unit: id, run: name })]
    return success({ value: { run: name, which, ...told.value, next } })
  },
  render: renderPrompt,
})

function renderPrompt({ unit, phase, role, key, which, system, text, manifest }: Output): readonly Line[] {
  const { tokens, stable, budget, variant, mode } = manifest
  const how = [variant === 'plain' ? '' : variant, mode ?? ''].filter((word) => word !== '').join(', ')
  return [
    [strong(`${unit} ${phase}`), '  ', styledText(which === 'sent' ? 'prompt.sent' : 'prompt.next', { key }, 'dim')],
    ['  ', styledText('prompt.size', { role: how === '' ? role : `${role} (${how})`, tokens, budget, stable })],
    ...table(manifest.blocks.map(blockRow), '  '),
    '',
    [styledText('prompt.system', {}, 'strong')],
    ...system.split('\n'),
    '',
    [styledText('prompt.text', {}, 'strong')],
    ...text.split('\n'),
  ]
}

function blockRow({ name, state, tokens, of, need, trust, source }: BlockEntry) {
  const size =
    state === 'cut'
      ? textOf('prompt.cut', { tokens, of })
      : textOf('count.tokens', { count: state === 'dropped' ? of : tokens })
  const shown = textOf(`prompt.${state}State`)
  const tone = state === 'cut' || state === 'dropped' ? toned('warn', shown) : dim(shown)
  const needed = textOf(`prompt.${need}`)
  const how = trust === 'foreign' ? textOf('prompt.data', { need: needed }) : needed
  return [name, tone, size, dim(how), dim(source ?? '')]
}
