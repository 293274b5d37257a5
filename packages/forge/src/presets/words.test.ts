import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parsePreset } from '#config/preset.ts'
import { parseRoles } from '#config/texts/roles.ts'
import { render } from '#messages/render.ts'
import { asShipped, shippedTaglines } from './words.ts'

const folder = new URL('./', import.meta.url)
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8')
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))

describe('texts of what comes with Forge', () => {
  it.each(files)('U-25 %s says in English what its file says, and nothing of it has no message', (file) => {
    const parsed = parsePreset(file, textOf(file))
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure))
    const { said, title, description = '', templates, start, closing = [] } = asShipped(parsed.value)
    const units = [...start, ...closing].map((unit): [string, string] => [unit.id, unit.title ?? unit.id])
    const questions = Object.entries(templates).flatMap(([name, { phases }]) =>
      phases.flatMap((phase): [string, string][] =>
        phase.kind === 'ask' ? [[`${name}/${phase.name}`, phase.question]] : [],
      ),
    )
    const texts = Object.entries(said?.inRun ?? {}).map(([place, text]) => [place, render(text, 'en')] as const)
    expect(new Map(texts)).toEqual(new Map([...units, ...questions]))
    expect([said?.title, said?.description].map((text) => (text === undefined ? '' : render(text, 'en')))).toEqual([
      title,
      description.trim(),
    ])
  })

  it('U-25 every role of Forge says in English what its file says', () => {
    const rows = parse(textOf('roles/roles.yaml')) as Record<string, { tagline: string }>
    const taglines = Object.entries(shippedTaglines).map(([role, text]) => [role, render(text, 'en')])
    expect(Object.fromEntries(taglines)).toEqual(
      Object.fromEntries(Object.entries(rows).map(([role, { tagline }]) => [role, tagline])),
    )
  })

  it('U-25 a row of a user is what the user wrote, though Forge says the very same', () => {
    const tagline = 'I find the cause before I choose the way.'
    const row = `triage: { persona: bug-fixer, tagline: ${tagline} }\n`
    const roleIn = (path: string) => {
      const roles = parseRoles([{ path, text: row, origin: 'own' }])
      return roles.ok ? roles.value['triage']?.tagline : undefined
    }
    expect(roleIn('.forge/roles.yaml')).toEqual({ raw: tagline })
    expect(roleIn('forge:roles/roles.yaml')).toEqual({ code: 'role.findsCauseFirst' })
  })
})
