/** Every view of a real journal in both languages: what a Brazilian reads has no English of Forge in it, programs read the same. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { english as texts, type MessageKey } from '#messages/en.ts'
import { brazilian } from '#messages/pt-BR.ts'
import { callHere, type Ran } from '../calling.ts'
import { makePlace, type Place } from '../terminal/place.ts'

/** Two words of English beside each other: what a person would read as a phrase. */
const isPhrase = (text: string): boolean => /[A-Za-z]{2,}[,;:]? [a-z]{2,}/.test(text)

let place: Place
let lastAt = 0

beforeAll(async () => {
  place = await makePlace({
    workers: [[{ do: 'print', text: 'pensando' }, { do: 'answer' }]],
    reviewer: [{ do: 'answer', with: { verdict: 'revise', summary: 'acho que falta algo' } }],
  })
  for (const preset of ['torto', 'furado']) writePreset(preset)
  const ended = [
    await call(['build', 'Abra a loja', '--yes', '--accept-dirty']),
    await call(['build', 'Abra outra loja', '--accept-dirty']),
    await call(['sprint', 'new', 'Monte a sprint', '--yes', '--accept-dirty']),
  ]
  // One ends with a unit that was given up, one waits for an answer to its plan, one is a sprint that has not begun.
  expect(ended.map(({ exitCode, error }) => [exitCode, error])).toEqual([
    [5, expect.any(String)],
    [3, expect.any(String)],
    [3, expect.any(String)],
  ])
  lastAt = Date.now()
}, 120_000)
afterAll(() => place.end())

/** One that is written wrong, and one whose work is merged unverified. */
function writePreset(name: string): void {
  mkdirSync(join(place.root, '.forge/presets'), { recursive: true })
  const phases = [
    '{ name: implement, kind: agent, role: worker, yields: work }',
    '{ name: integrate, kind: git, op: integrate }',
  ]
  const ends = ['{ name: merge, kind: git, op: merge }', '{ name: clean, kind: chore, op: remove-tree }']
  const lines = [...phases, ...(name === 'torto' ? ['{ name: odd, kind: ask, abuot: plan }'] : []), ...ends]
  writeFileSync(
    join(place.root, `.forge/presets/${name}.yaml`),
    [
      `name: ${name}`,
      `title: ${name}`,
      'templates:',
      '  change:',
      '    phases:',
      ...lines.map((line) => `      - ${line}`),
      'commit: per-unit',
      'start:',
      '  - { id: change, title: mudar, template: change, verify: project }',
      '',
    ].join('\n'),
  )
}

/** The command line with a clock that stands still. */
function call(args: readonly string[]): Promise<Ran> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(place.root, '../home'), USER: 'ada', FORGE_SANDBOX: 'off' }
  return callHere(args, { cwd: place.root, env, now: () => (lastAt === 0 ? Date.now() : lastAt) })
}

/** The title of a unit is text of its plan or preset: every view shows it as it was written. */
const isTitle = (code: string): boolean => /^preset\.unit[A-Z]/.test(code)

/** The pieces of English sentences that Portuguese does not have. */
const english: readonly string[] = (() => {
  const codes = (Object.keys(texts) as MessageKey[]).filter((code) => !isTitle(code))
  const pairs = codes.map((code): [string, string] => [texts[code], brazilian[code]])
  const pieces = pairs.flatMap(([en, pt]) =>
    en
      .split(/\{[^}]*\}/)
      .map((piece) => piece.trim())
      .filter((piece) => isPhrase(piece) && !pt.includes(piece)),
  )
  return [...new Set(pieces)].filter((piece) => !pairs.some(([, pt]) => pt.includes(piece)))
})()

const views: readonly (readonly string[])[] = [
  ['status'],
  ['status', 'abra-a-loja'],
  ['status', 'abra-outra'],
  ['report', 'abra-a-loja'],
  ['cost', 'abra-a-loja'],
  ['cost', 'abra-a-loja', '--by', 'model'],
  ['friction'],
  ['learnings'],
  ['route', 'implement'],
  ['route', 'review', '--run', 'abra-a-loja'],
  ['prompt', 'shop', 'implement', '--run', 'abra-a-loja', '--sent'],
  ['gate', 'check', 'shop', 'merge', '--run', 'abra-a-loja'],
  ['gate', 'stats'],
  ['list'],
  ['list', 'units'],
  ['list', 'attempts', '--status', 'nowhere'],
  ['query', '--fields'],
  ['query', 'status=stopped'],
  ['why', 'abra-a-loja'],
  ['why', 'shop', '--run', 'abra-a-loja'],
  ['show', 'shop', '--run', 'abra-a-loja'],
  ['events', 'abra-a-loja'],
  ['watch', 'abra-a-loja'],
  ['progress', 'abra-a-loja'],
  ['plan', 'show', 'abra-outra'],
  ['questions'],
  ['logs', 'abra-a-loja'],
  ['logs', 'shop', '--run', 'abra-a-loja', '--summary'],
  ['audit', 'abra-a-loja'],
  ['sprint', 'status', 'abra-a-loja'],
  ['sprint', 'status', 'monte-a-sprint'],
  ['status', 'monte-a-sprint'],
  ['doctor'],
  ['agents'],
  ['accounts', 'list'],
  ['config', 'list', '--show-origin'],
  ['preflight'],
  ['prune', '--dry-run'],
  ['preset', 'list'],
  ['preset', 'show', 'build'],
  ['preset', 'check', 'furado'],
  ['preset', 'check', 'torto'],
  ['init', '--dry-run'],
  ['version'],
  // What is refused.
  ['status', 'nobody'],
  ['report'],
  ['show', 'shpo', '--run', 'abra-a-loja'],
  ['prompt', 'shop', 'verify', '--run', 'abra-a-loja'],
  ['gate', 'check', 'shop', 'mrege', '--run', 'abra-a-loja'],
  ['query', 'status?stopped'],
  ['query', 'colour=red'],
  ['answer', 'maybe', '--run', 'abra-outra'],
  ['approve', 'abra-a-loja'],
  ['approve', 'abra-outra', '--subject', 'ffffff'],
  ['retry', 'plan', '--run', 'abra-outra', '--no-drive'],
  ['raise', 'abra-outra'],
  ['raise', 'abra-outra', '--max-attempts', 'many'],
  ['raise', 'abra-outra', '--max-attempts', '1', '--no-drive'],
  ['run', 'nothing', 'x'],
  ['run', 'torto', 'x', '--accept-dirty'],
  ['build', 'x'],
  ['build', 'x', '--agent', 'nobody', '--accept-dirty'],
  ['land', 'abra-a-loja'],
  ['plan', 'edit', 'missing.yaml', '--run', 'abra-outra'],
  ['accounts', 'use', 'nobody'],
  ['accounts', 'add', 'nobody'],
  ['config', 'get', 'limts'],
  ['cost', '--by', 'colour'],
  ['statsu'],
  ['plan'],
  ['show'],
  ['status', '--colour'],
  ['agents', 'certify', 'nobody'],
  ['fake-llm', '--script', 'missing.yaml'],
]

describe('every view in two languages', { timeout: 60_000 }, () => {
  it('U-25 knows what would be English', () => {
    expect(english.length).toBeGreaterThan(500)
  })

  it.each(views.map((args) => [args.join(' '), args] as const))('U-25 forge %s', async (_, args) => {
    const inEnglish = await call([...args, '--lang', 'en'])
    const told = await call([...args, '--lang', 'pt-BR'])
    expect(told.exitCode).toBe(inEnglish.exitCode)
    const text = told.out + told.error
    // What agents are told, and what is written into a file, is shown as it is.
    const own = text.split(/^── sistema|^# \.forge/m)[0] ?? ''
    expect(english.filter((piece) => own.includes(piece)).map((piece) => lineOf(own, piece))).toEqual([])
    const programs = await call([...args, '--json', '--lang', 'en'])
    expect(await call([...args, '--json', '--lang', 'pt-BR'])).toEqual(programs)
    if (english.some((piece) => (inEnglish.out + inEnglish.error).includes(piece)))
      expect(text).not.toBe(inEnglish.out + inEnglish.error)
  })

  it('U-25 S0-07 the progress of a run is told in it, and the question before it', async () => {
    const { out, error } = await call(['build', 'Abra a terceira loja', '--yes', '--accept-dirty', '--lang', 'pt-BR'])
    expect(out).toMatch(/── Planejar[^]*plano com 1 unidade[^]*shop implement: concluído[^]*mudanças pedidas/)
    const text = out + error
    expect(english.filter((piece) => text.includes(piece)).map((piece) => lineOf(text, piece))).toEqual([])
  })
})

/** The line that it stands in, to find it by. */
function lineOf(text: string, piece: string): string {
  return `${piece} ← ${text.split('\n').find((line) => line.includes(piece)) ?? ''}`
}
