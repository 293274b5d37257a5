/** `agents`: which agents can work here, and what can be told to each. */
import { z } from 'zod'
import type { SeenAgent } from '#forge.ts'
import { success } from '#model/result.ts'
import { Next, operation } from './operation.ts'
import { isoTime } from '#model/iso-time.ts'
import { dim, strong, toned, type Line, type Span } from './text/line.ts'

const Capabilities = z.record(z.string(), z.string()).describe('What can be set and seen, by name')

const Output = z.object({
  agents: z.array(
    z.object({
      name: z.string(),
      about: z.string(),
      argument: z.string().optional().describe('What may stand behind the name and a colon'),
      program: z.object({
        state: z.enum(['comes with Forge', 'is its argument', 'missing', 'installed']),
        path: z.string().optional(),
        version: z.string().optional(),
        warning: z.string().optional(),
        login: z.string().optional().describe('Where a login was seen; nothing is read from it'),
        hint: z.string().optional(),
      }),
      capabilities: Capabilities,
      cannotSet: z.array(z.string()).describe('What a route may ask for and this agent cannot be told'),
      probe: z
        .object({
          at: z.number(),
          tokens: z.number(),
          costMicros: z.number(),
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
  summary: 'Show which agents can work here, and what can be told to each',
  details:
    'Programs are looked for on PATH, so that your own login is used. Nothing is started but to ask its version.',
  shape: 'answer',
  input: z.strictObject({}),
  positionals: [],
  output: Output,
  examples: [
    { command: 'forge agents', what: 'installed or not, which version, whether somebody is logged in' },
    { command: 'forge agents --json', what: 'with every capability' },
  ],
  async run(forge) {
    const agents = (await forge.agents.list()).map(shownOf)
    const usable = agents.find(({ program }) => program.state === 'installed' && program.login !== undefined)
    return success({ value: { agents, next: [`forge agents try ${usable?.name ?? 'claude-code'}`] } })
  },
  render: ({ agents }) => agents.flatMap(renderAgent),
})

function shownOf({ name, about, argument, program, capabilities, cannotSet, probe }: SeenAgent): Shown {
  return {
    name,
    about,
    ...(argument === undefined ? {} : { argument }),
    program: programOf(program),
    capabilities: { ...capabilities },
    cannotSet: [...cannotSet],
    ...(probe === undefined ? {} : { probe }),
  }
}

function programOf(program: SeenAgent['program']): Shown['program'] {
  if (program.state === 'missing') return { state: program.state, hint: program.install }
  if (program.state !== 'installed') return { state: program.state }
  const { loginHint, ...seen } = program
  return { ...seen, ...(seen.login === undefined ? { hint: loginHint } : {}) }
}

function renderAgent({ name, about, program, capabilities, cannotSet, probe }: Shown): Line[] {
  const { warning, hint } = program
  return [
    [strong(name.padEnd(12)), '  ', stateSpan(program), dim(`  ${about}`)],
    ...(warning === undefined ? [] : [[toned('warn', '              ! '), warning] as Line]),
    ...(hint === undefined ? [] : [[dim('              → '), hint] as Line]),
    [
      dim(
        `              answer by ${capabilities['answer']}, resume ${capabilities['resume']}, effort ${capabilities['effort']}, usage ${capabilities['usage']}, limits ${capabilities['limits']}, own sandbox ${capabilities['ownSandbox']}` +
          (cannotSet.length === 0 ? '' : `; cannot be set: ${cannotSet.join(', ')}`),
      ),
    ],
    ...(program.state === 'missing' ? [] : [[dim(`              ${probeText(tryOf(name, program), probe)}`)] as Line]),
  ]
}

/** A guess would be worth nothing: what counts is the model, the cache and the size of the agent's own prompt. */
function probeText(command: string, probe: Shown['probe']): string {
  if (probe === undefined) return `a try was not measured here yet: ${command}`
  const { tokens, costMicros, durationMs, source, at } = probe
  const money = costMicros === 0 ? 'price not known' : `$${(costMicros / 1_000_000).toFixed(4)}`
  return `a try took ${tokens} tokens, ${money}, ${(durationMs / 1000).toFixed(1)} s (${source}, ${isoTime(at).slice(0, 10)})`
}

/** Of one that is nothing without its argument the name alone would be refused. */
function tryOf(name: string, { state }: Shown['program']): string {
  return state === 'installed' ? `forge agents try ${name}` : `forge agents try "${name}:…"`
}

function stateSpan({ state, version, login }: Shown['program']): Span {
  switch (state) {
    case 'installed':
      return login === undefined
        ? toned('warn', `${version ?? 'unknown version'}, no login seen`)
        : toned('good', `${version ?? 'unknown version'}, login by ${login}`)
    case 'missing':
      return toned('bad', 'not installed')
    case 'comes with Forge':
    case 'is its argument':
      return toned('good', state)
  }
}
