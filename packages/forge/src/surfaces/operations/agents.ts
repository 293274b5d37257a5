/** `agents`: which agents can work here, and which settings each supports. */
import { z } from 'zod'
import type { SeenAgent } from '#forge.ts'
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { capabilityWord } from './capability-words.ts'
import { operation } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { spentMoney } from './run-text.ts'
import { dim, strong, toned, type Line, type Span } from './text/line.ts'
import { inFormat, renderNow, styledText, textOf } from './text/message.ts'

const Capabilities = z.record(z.string(), z.string()).describe('What can be set and seen, by name')

const Output = z.object({
  agents: z.array(
    z.object({
      name: z.string(),
      about: Said,
      known: z
        .enum(['driven here', 'by its documentation'])
        .optional()
        .describe('Whether an agent over ACP was run with Forge; by its documentation: nobody has'),
      argument: Said.optional().describe('What may stand behind the name and a colon'),
      program: z.object({
        state: z.enum(['comes with Forge', 'is its argument', 'missing', 'installed']),
        path: z.string().optional(),
        version: z.string().optional(),
        warning: Said.optional(),
        login: z.string().optional().describe('Where a login was seen; nothing is read from it'),
        hint: Said.optional(),
      }),
      capabilities: Capabilities,
      cannotSet: z.array(z.string()).describe('What a route may ask for and this agent cannot be told'),
      probe: z
        .object({
          at: z.number(),
          tokens: z.number(),
          costMicros: z.number(),
          estimatedMicros: z.number(),
          durationMs: z.number(),
          source: z.enum(['metered', 'reported', 'estimated']),
        })
        .optional()
        .describe('What forge agents try took when it was last done here; absent: never'),
    }),
  ),
  next: Next,
})
type Shown = z.output<typeof Output>['agents'][number]

export default operation({
  name: 'agents',
  summary: 'Show which agents are installed and which settings each supports',
  details:
    'Forge looks for the programs on PATH, so that they use your own login. It starts them only to read their version.',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({}),
  positionals: [],
  output: Output,
  examples: [
    { command: 'forge agents', what: 'which agents are installed, in which version, and whether you are logged in' },
    { command: 'forge agents --json', what: 'with every capability' },
  ],
  async run(forge) {
    const agents = (await forge.agents.list()).map(shownOf)
    const usable = agents.find(({ program }) => program.state === 'installed' && program.login !== undefined)
    return success({ value: { agents, next: [step('agents try', { agent: usable?.name ?? 'claude-code' })] } })
  },
  render: ({ agents }) => agents.flatMap(renderAgent),
})

function shownOf({ name, about, known, argument, program, capabilities, cannotSet, probe }: SeenAgent): Shown {
  return {
    name,
    about,
    ...defined({ known, argument }),
    program: programOf(program),
    capabilities: { ...capabilities },
    cannotSet: [...cannotSet],
    ...defined({ probe }),
  }
}

function programOf(program: SeenAgent['program']): Shown['program'] {
  if (program.state === 'missing') return { state: program.state, hint: program.install }
  if (program.state !== 'installed') return { state: program.state }
  const { loginHint, ...seen } = program
  return { ...seen, ...(seen.login === undefined ? { hint: loginHint } : {}) }
}

function renderAgent({ name, about, known, program, capabilities, cannotSet, probe }: Shown): Line[] {
  const { warning, hint } = program
  const lacks = textOf('agents.cannot', { what: cannotSet.join(', ') })
  const untried = known === 'by its documentation' ? `, ${textOf('agent.knownByDocumentation')}` : ''
  const first: Line = [strong(name.padEnd(nameWidth)), '  ', stateSpan(program), dim(`  ${renderNow(about)}${untried}`)]
  // The capabilities of a missing agent interest few users: --json has them.
  if (program.state === 'missing') return [first, [dim(`${indent}→ `), hint === undefined ? '' : renderNow(hint)]]
  return [
    first,
    ...(warning === undefined ? [] : [[toned('warn', `${indent}! `), renderNow(warning)] as Line]),
    ...(hint === undefined ? [] : [[dim(`${indent}→ `), renderNow(hint)] as Line]),
    ...folded(`${abilities(capabilities)}${cannotSet.length === 0 ? '' : lacks}`),
    [dim(`${indent}${probeText(tryOf(name, program), probe)}`)],
  ]
}

/** The length of the longest name of an agent. */
const nameWidth = 16
const indent = ' '.repeat(nameWidth + 2)
/** Fits a terminal of 80 columns. */
const columns = 80 - indent.length

/** Wrapped between words. */
function folded(text: string): Line[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && longer.length < columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.map((line): Line => [dim(`${indent}${line}`)])
}

/** No estimate without a trial: the cost depends on the model, the cache and the size of the agent's own prompt. */
function probeText(command: string, probe: Shown['probe']): string {
  if (probe === undefined) return textOf('agents.untried', { command })
  const { tokens, costMicros, durationMs, source, at } = probe
  const { decimal } = inFormat()
  return textOf('agents.tried', {
    tokens,
    money: costMicros === 0 ? textOf('agents.unpriced') : spentMoney(probe),
    seconds: decimal(durationMs / 1000, 1),
    source: say(`usage.${source}`),
    day: isoTime(at).slice(0, 10),
  })
}

function abilities({ answer = '', resume = '', effort = '', usage = '', limits = '', ownSandbox = '' }): string {
  const known = { answer, resume, effort, usage, limits, sandbox: ownSandbox }
  const told = Object.entries(known).map(([name, word]) => [name, capabilityWord(word)])
  return textOf('agents.can', Object.fromEntries(told) as Record<keyof typeof known, Said>)
}

/** For an agent that needs an argument, the name alone would be refused. */
function tryOf(name: string, { state }: Shown['program']): string {
  return state === 'installed' ? `forge agents try ${name}` : `forge agents try "${name}:…"`
}

function stateSpan({ state, version, login }: Shown['program']): Span {
  switch (state) {
    case 'installed': {
      const shown = version ?? textOf('agents.noVersion')
      return login === undefined
        ? styledText('agents.noLogin', { version: shown }, 'warn')
        : styledText('agents.login', { version: shown, login }, 'good')
    }
    case 'missing':
      return styledText('agents.missing', {}, 'bad')
    case 'comes with Forge':
      return styledText('agents.shipped', {}, 'good')
    case 'is its argument':
      return styledText('agents.argument', {}, 'good')
  }
}
