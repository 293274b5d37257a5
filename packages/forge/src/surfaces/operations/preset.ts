/** Presets: list them, show one, check it, and create a first one of your own. */
import { z } from 'zod'
import { faultText } from '#config/parse.ts'
import { starterPreset } from '#config/starter.ts'
import { raw, say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { Slug } from '#model/ids.ts'
import { Preset, type WrittenPhase } from '#model/preset.ts'
import { step, type NextStep } from '#model/next.ts'
import { failed, success } from '#model/result.ts'
import { refusal } from '#forge/refusal.ts'
import type { PresetEntry, Proof } from '#forge.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { strong, toned, type Line } from './text/line.ts'
import { renderNow, styledText, textOf } from './text/message.ts'
import { table } from './text/table.ts'
import { trustFlag, trustingWritten } from './trusting.ts'

const PresetName = z.string().min(1).max(63).describe('Name of the preset, as forge preset list shows it')

const Row = z.object({
  name: z.string(),
  title: z.string(),
  titleSaid: Said.optional().describe('The title of a preset of Forge, as a message'),
  origin: z.enum(['project', 'configuration', 'shipped']),
  where: z.string(),
  faults: z.array(Said).describe('What is wrong with it; empty when it can be run'),
})

function rowOf({ name, origin, where, preset }: PresetEntry): z.output<typeof Row> {
  const faults = preset.ok ? [] : preset.failure.map(faultText)
  const title = preset.ok ? preset.value.title : ''
  const titleSaid = preset.ok ? preset.value.said?.title : undefined
  const row = { name, title, origin, where: origin === 'shipped' ? '' : where, faults }
  return titleSaid === undefined ? row : { ...row, titleSaid }
}

export const list = operation({
  name: 'preset list',
  summary: 'List the presets that can be run here, yours and those of Forge',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({}),
  positionals: [],
  output: z.object({ presets: z.array(Row), next: Next }),
  examples: [{ command: 'forge preset list', what: 'your presets in .forge/presets come before those of Forge' }],
  async run(forge) {
    const entries = await forge.presets.list()
    if (!entries.ok) return entries
    return success({
      value: { presets: entries.value.map(rowOf), next: [step('preset show', {}, { name: say('placeholder.name') })] },
    })
  },
  render: ({ presets }) => [
    ...table(
      presets.map(({ name, title, titleSaid = raw(title), origin, faults }) => [
        toned(faults.length === 0 ? 'good' : 'bad', name),
        faults.length === 0 ? renderNow(titleSaid) : textOf('preset.faults', { count: faults.length, name }),
        textOf(`preset.${origin}`),
      ]),
    ),
  ],
})

export const show = operation({
  name: 'preset show',
  summary: 'Show a preset: its units, their phases in order, and what each does when it does not pass',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({ name: PresetName }),
  positionals: ['name'],
  output: z.object({ preset: Preset, titleSaid: Said.optional(), descriptionSaid: Said.optional(), next: Next }),
  examples: [{ command: 'forge preset show build', what: 'as it is written, defaults left out' }],
  async run(forge, { name }) {
    const preset = await forge.presets.find(name)
    if (!preset.ok) return preset
    const next = [step('preset check', { name }), runStep(name)]
    const { said: texts, ...written } = preset.value
    const shown = defined({ titleSaid: texts?.title })
    const described = defined({ descriptionSaid: texts?.description })
    return success({ value: { preset: written, ...shown, ...described, next } })
  },
  render: ({ preset, titleSaid = raw(preset.title), descriptionSaid = raw(preset.description?.trim() ?? '') }) => [
    [strong(preset.name), `  ${renderNow(titleSaid)}`],
    ...(preset.description === undefined ? [] : [renderNow(descriptionSaid)]),
    ...Object.entries(preset.templates).flatMap(([name, { phases, on_stop }]): Line[] => [
      '',
      [strong(name), '  ', ...(on_stop === 'halt' ? [styledText('preset.halts', {}, 'dim')] : [])],
      ...table(phases.map(phaseCells), '  '),
    ]),
    '',
    textOf('preset.starts', { units: preset.start.map(({ id, template }) => `${id} (${template})`).join(', ') }),
    ...(preset.closing === undefined
      ? []
      : [textOf('preset.closes', { units: preset.closing.map(({ id }) => id).join(', ') })]),
    textOf('preset.policy', { commit: preset.commit ?? 'per-unit', isolation: preset.isolation ?? 'worktree' }),
  ],
})

function phaseCells(phase: WrittenPhase): string[] {
  const back = phase.on_revision === undefined ? '' : `↻ ${phase.on_revision}`
  return [phase.name, phase.kind, doingOf(phase), phase.effect ?? 'blocking', back]
}

function doingOf(phase: WrittenPhase): string {
  switch (phase.kind) {
    case 'agent': {
      const what = `${phase.role} → ${phase.yields}`
      return phase.judges === undefined ? what : textOf('preset.on', { what, phase: phase.judges })
    }
    case 'check':
      return textOf('preset.checks', { what: phase.on })
    case 'gate':
      return phase.require
    case 'ask':
      return textOf('preset.asks', { what: phase.about })
    case 'git':
    case 'chore':
      return phase.op
  }
}

const ProofRow = z.object({
  template: z.string(),
  states: z.number(),
  steps: z.number(),
  reached: z.array(z.string()),
  graph: z
    .array(
      z.object({
        phase: z.string(),
        effect: z.string(),
        back: z.string().optional().describe('The phase that works again'),
        limit: z.number().optional().describe('The revision that stops the unit'),
      }),
    )
    .describe('Phases in order'),
  laws: z.record(z.string(), z.array(z.string())).describe('Phase → phases that have passed on every way to it'),
  scope: z.array(Said).describe('What was walked, and what of it was bounded'),
  holes: z.array(z.object({ law: z.string(), message: Said, trail: z.array(z.string()) })),
})
const Checked = z.object({
  name: z.string(),
  faults: z.array(Said),
  proofs: z.array(ProofRow),
})

/** With a placeholder for the request. */
function runStep(preset: string | undefined): NextStep {
  const request = say('placeholder.request')
  return preset === undefined
    ? step('run', {}, { preset: say('placeholder.preset'), request })
    : step('run', { preset }, { request })
}

export const check = operation({
  name: 'preset check',
  summary: 'Prove that a preset never hangs, skips no gate and bounds every loop by a budget',
  details:
    'Forge explores every template state by state, with the same core as in real runs and every way in which an attempt can end.\n' +
    'For each fault it prints the steps that lead to it, and at the end how many states it explored and which bounds it set.',
  does: 'reads',
  needs: 'trust',
  shape: 'answer',
  input: z.strictObject({
    name: PresetName.optional(),
    deep: z
      .boolean()
      .default(false)
      .describe('Also mix failures with each other and with revisions of other phases; takes longer'),
    ...trustFlag,
  }),
  positionals: ['name'],
  output: z.object({ presets: z.array(Checked), next: Next }),
  examples: [
    { command: 'forge preset check', what: 'all of them' },
    { command: 'forge preset check mine', what: 'one of your own, after every change' },
  ],
  exits: { failure: 'a preset is not valid or has a fault' },
  async run(forge, { name, deep }) {
    const entries = await forge.presets.list()
    if (!entries.ok) return entries
    if (name !== undefined && !entries.value.some((entry) => entry.name === name)) {
      const found = await forge.presets.find(name)
      if (!found.ok) return found
    }
    const presets: z.output<typeof Checked>[] = []
    for (const entry of entries.value.filter((candidate) => name === undefined || candidate.name === name)) {
      const depth = deep ? 'deep' : 'usual'
      const proofs = entry.preset.ok ? await forge.presets.prove(entry.preset.value, depth) : success([])
      if (!proofs.ok) return proofs
      const templates = entry.preset.ok ? entry.preset.value.templates : {}
      const rows = proofs.value.map((proof) => proofRow(proof, templates[proof.template]?.laws))
      const texts = entry.preset.ok ? await forge.presets.textFaults(entry.preset.value) : success([])
      if (!texts.ok) return texts
      presets.push({ name: entry.name, faults: [...rowOf(entry).faults, ...texts.value], proofs: rows })
    }
    const isSound = presets.every(
      ({ faults, proofs }) => faults.length === 0 && proofs.every(({ holes }) => holes.length === 0),
    )
    const next = isSound ? [runStep(name)] : [step('preset check', defined({ name }))]
    return success({ value: { presets, next }, exit: isSound ? 'ok' : 'failure' })
  },
  render: ({ presets }) => presets.flatMap(checkedLines),
})

function proofRow({ reached, holes, graph, scope, ...proof }: Proof, laws = {}): z.output<typeof ProofRow> {
  const told = holes.map(({ law, message, trail }) => ({ law, message, trail: [...trail] }))
  return { ...proof, reached: [...reached], graph: [...graph], laws, scope: [...scope], holes: told }
}

function checkedLines({ name, faults, proofs }: z.output<typeof Checked>): Line[] {
  const isSound = faults.length === 0 && proofs.every(({ holes }) => holes.length === 0)
  return [
    [isSound ? styledText('preset.sound', {}, 'good') : styledText('preset.broken', {}, 'bad'), '  ', strong(name)],
    ...faults.map((fault): Line => `  ${renderNow(fault)}`),
    ...proofs.flatMap(proofLines),
    ...(proofs.length === 0 || !isSound ? [] : [['  ', styledText('preset.proven', {}, 'dim')]]),
    ...[...new Set(proofs.flatMap(({ scope }) => scope))].map((what): Line => [
      '  ',
      styledText('preset.walked', { what }, 'dim'),
    ]),
  ]
}

function proofLines({ template, states, steps, graph, laws, holes }: z.output<typeof ProofRow>): Line[] {
  return [
    [`  ${template}: `, graph.map(nodeWords).join(' → '), '  ', styledText('preset.size', { states, steps }, 'dim')],
    ...Object.entries(laws).map(([phase, before]): Line => [
      '    ',
      styledText('preset.only', { phase, before: before.join(', ') }, 'dim'),
    ]),
    ...holes.flatMap(({ message, trail }): Line[] => [
      ['    ', styledText('preset.hole', {}, 'bad'), renderNow(message)],
      ...(trail.length === 0 ? [] : [['      ', styledText('preset.by', { trail: trail.join(' · ') }, 'dim')]]),
    ]),
  ]
}

function nodeWords({ phase, effect, back, limit }: z.output<typeof ProofRow>['graph'][number]): string {
  const notes = [
    ...(effect === 'blocking' ? [] : [effect]),
    ...(back === undefined
      ? []
      : [
          back === phase
            ? textOf('preset.itself', { limit: limit ?? 0 })
            : textOf('preset.back', { phase: back, limit: limit ?? 0 }),
        ]),
  ]
  return notes.length === 0 ? phase : `${phase} (${notes.join('; ')})`
}

export const create = operation({
  name: 'preset new',
  summary: 'Write a first preset of your own to .forge/presets',
  does: 'decides',
  shape: 'answer',
  input: z.strictObject({ name: Slug.describe('Its name') }),
  positionals: ['name'],
  output: z.object({ path: z.string(), next: Next }),
  examples: [{ command: 'forge preset new mine', what: 'three phases that work; edit them as you like' }],
  async run(forge, { name }) {
    const repository = forge.repository()
    if (!repository.ok) return repository
    const path = `.forge/presets/${name}.yaml`
    const written = await trustingWritten(forge, () => forge.generated.write(path, starterPreset(name)))
    if (!written.ok) return failed(refusal('not-written', say('path.unusable', { path, why: written.failure })))
    if (written.value === 'exists')
      return failed(refusal('exists', say('path.existsAlready', { path }), step('preset check', { name })))
    return success({ value: { path, next: [step('preset check', { name }), runStep(name)] } })
  },
  render: ({ path }) => [[styledText('preset.wrote', { path })]],
})
