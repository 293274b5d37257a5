/** `route`: which tier, model and effort a phase or role gets, and every step of the choice. */
import { z } from 'zod'
import type { TracedRoute } from '#forge.ts'
import { codeOf } from '#messages/issue.ts'
import { defined } from '#model/defined.ts'
import { Cluster, Route, RouteHint } from '#model/route.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { runFlag } from './queue.ts'
import { dim, strong, type Line } from './text/line.ts'
import { textOf } from './text/message.ts'
import { table } from './text/table.ts'

const Traced = z.object({
  role: z.string(),
  phase: z.string().optional(),
  route: Route,
  cluster: Cluster.describe('What the environment says about tiers'),
  levels: z
    .array(z.object({ level: z.string(), said: RouteHint }))
    .describe('Everybody who could say something, in order; the first who does is followed'),
})
type Traced = z.output<typeof Traced>

export default operation({
  name: 'route',
  summary: 'Show which model and effort a phase or role gets, and why',
  details: 'Without --run: the routing of the next run. With it: the routing that this run recorded when it started.',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, codeOf('usage.expectedPhaseName'))
      .describe('Phase or role'),
    agent: z.string().optional().describe('As if this agent did the work'),
    ...runFlag,
  }),
  positionals: ['name'],
  output: z.object({ routes: z.array(Traced), next: Next }),
  examples: [
    { command: 'forge route review-code', what: 'the tier, the model, the effort, and who decided each' },
    { command: 'forge route review --run 7f3a', what: 'as it was recorded when the run began' },
  ],
  async run(forge, { name, agent, run }) {
    const chosen = run === undefined ? undefined : await forge.chooseRun(run)
    if (chosen?.ok === false) return chosen
    const traced = await forge.routes(name, {
      ...defined({ run: chosen?.value.run }),
      ...(agent === undefined ? {} : { flags: { agent } }),
    })
    if (!traced.ok) return traced
    return success({ value: { routes: traced.value.map(shownOf), next: [step('config list', { showOrigin: true })] } })
  },
  render: ({ routes }) => routes.flatMap(renderTraced),
})

function shownOf({ asking, route, cluster, levels }: TracedRoute): Traced {
  const { role, phase } = asking
  return { role, ...defined({ phase }), route, cluster, levels: [...levels] }
}

function renderTraced({ role, phase, route, cluster, levels }: Traced): Line[] {
  const who = phase === undefined || phase === role ? role : `${phase} (${role})`
  const { effort } = route
  const model = modelText(route)
  const chosen = effort === undefined ? model : textOf('route.effort', { model, effort })
  return [
    [strong(who), `  ${chosen}`],
    ...table(
      [
        ...levels.map(({ level, said }) => [dim(level), hintText(said)]),
        [
          dim(textOf('route.environment')),
          cluster.kind === 'single'
            ? textOf('route.single', { model: cluster.model })
            : textOf(`route.${cluster.kind}`),
        ],
      ],
      '  ',
    ),
    ...route.reasons.map((reason): Line => [dim('  → '), reason]),
  ]
}

function hintText(said: RouteHint): string {
  const words = Object.entries(said).map(([key, value]) => `${key} ${value}`)
  return words.length === 0 ? '-' : words.join(', ')
}

/** `heavy → claude-x`; the model alone when it is the same for every tier (S0-10). */
export function modelText({ tier, model, resolved }: Route): string {
  if (model === undefined) return resolved ?? tier
  return `${tier} → ${resolved ?? model}`
}
