/** `preflight`: answers in one call what a caller would otherwise ask one by one before work starts. */
import { z } from 'zod'
import { say, raw } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { labelsOf } from './text/labels.ts'
import { strong, toned, type Line } from './text/line.ts'
import { renderNow, textOf } from './text/message.ts'

const Output = z.object({
  root: z.string(),
  repository: z.string().describe('Names it among the state directories of Forge'),
  state: z.string(),
  git: z
    .object({ head: z.string(), branch: z.string().optional(), dirty: z.array(z.string()) })
    .optional()
    .describe('Left out, with a warning, when git cannot work here'),
  config: z.object({ hash: z.string(), files: z.array(z.string()), agent: z.string().optional() }),
  index: z
    .object({ hash: z.string(), head: z.string(), config: z.string(), texts: z.string() })
    .describe('One hash over commit, changes, settings, presets and texts: the same hash, the same ground'),
  runs: z.object({ all: z.number(), open: z.number(), waiting: z.number() }),
  warnings: z.array(z.object({ name: Said, state: z.string(), detail: Said, remedy: Said.optional() })),
  next: Next,
})

export default operation({
  name: 'preflight',
  summary: 'Answer in one call: root, configuration, index hash, open runs and warnings',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({}),
  positionals: [],
  output: Output,
  examples: [{ command: 'forge preflight --json', what: 'what a program should check before it starts a run' }],
  exits: { failure: 'a run could not be started here' },
  async run(forge) {
    const config = await forge.config()
    if (!config.ok) return config
    const ground = await forge.ground(config.value)
    if (!ground.ok) return ground
    const rows = await forge.runs()
    if (!rows.ok) return rows
    const examined = [...(await forge.examine.all()), ...(await forge.examine.withConfig(config.value))]
    const { refused, git, ...where } = ground.value
    const warnings = [
      ...(refused === undefined
        ? []
        : [{ name: raw('git'), state: 'problem', detail: refused.message, ...hinted(refused) }]),
      ...examined.filter(({ state }) => state === 'warning' || state === 'problem'),
    ]
    const { agent } = config.value.settings
    const open = rows.value.filter(({ status }) => status !== 'finished')
    const isReady = !warnings.some(({ state }) => state === 'problem')
    return success({
      value: {
        ...where,
        ...(git === undefined ? {} : { git: { ...git, dirty: [...git.dirty] } }),
        config: { ...where.config, files: [...where.config.files], ...defined({ agent }) },
        runs: {
          all: rows.value.length,
          open: open.length,
          waiting: open.filter(({ questions }) => questions > 0).length,
        },
        warnings,
        next: [isReady ? step('build', {}, { request: say('placeholder.whatYouWant') }) : step('doctor')],
      },
      exit: isReady ? 'ok' : 'failure',
    })
  },
  render: renderGround,
})

function renderGround({ root, git, config, index, runs, warnings }: z.output<typeof Output>): readonly Line[] {
  const label = labelsOf('preflight.git', 'preflight.config', 'preflight.agent', 'preflight.index', 'preflight.runs')
  return [
    [strong(root)],
    ['  ', label('preflight.git'), git === undefined ? textOf('preflight.none') : whereIn(git)],
    ['  ', label('preflight.config'), `${config.hash.slice(0, 12)}  ${config.files.join(', ')}`],
    ['  ', label('preflight.agent'), config.agent ?? textOf('preflight.none')],
    ['  ', label('preflight.index'), index.hash.slice(0, 12)],
    ['  ', label('preflight.runs'), textOf('preflight.counts', runs)],
    ...warnings.map(({ name, state, detail }): Line => [
      '  ',
      toned(state === 'problem' ? 'bad' : 'warn', textOf(state === 'problem' ? 'doctor.problem' : 'doctor.warning')),
      `  ${renderNow(name)}: ${renderNow(detail)}`,
    ]),
  ]
}

function whereIn({ branch, head, dirty }: { branch?: string | undefined; head: string; dirty: string[] }): string {
  return textOf('preflight.at', {
    branch: branch ?? textOf('preflight.detached'),
    head: head.slice(0, 10),
    count: dirty.length,
  })
}

function hinted({ hint }: { readonly hint?: Said }): { remedy?: Said } {
  return defined({ remedy: hint })
}
