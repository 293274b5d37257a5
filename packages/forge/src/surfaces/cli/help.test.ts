/** The complete help in another language: every command, argument, flag, example, exit code and heading. */
import { describe, expect, it } from 'vitest'
import { commandsPtBR } from '#messages/pt-BR/commands.ts'
import { helpPtBR } from '#messages/pt-BR/help.ts'
import { english as texts, type MessageKey } from '#messages/en.ts'
import { attemptFields, runFields, unitFields } from '#core/views/query-rows.ts'
import { fieldsOf } from '#surfaces/operations/fields.ts'
import { operations } from '#surfaces/operations/list.ts'
import type { Operation } from '#surfaces/operations/operation.ts'
import { languageSettings } from '#surfaces/operations/text/language.ts'
import { english, type Speech } from '#surfaces/operations/text/message.ts'
import { understand } from './understand.ts'

const brazilian = await languageSettings('pt-BR')
const loaded = await Promise.all(operations.map(({ load }) => load()))

async function helpOf(args: readonly string[], speech: Speech): Promise<string> {
  const written: string[] = []
  const asked = await understand([...args, '--help'], { out: (text) => void written.push(text), speech })
  expect(asked).toEqual({ ok: true, value: undefined })
  return written.join('')
}

/** All texts in the help of one command that are its own. */
function textsOf({ details, input, examples, exits = {} }: Operation): string[] {
  return [
    ...(details === undefined ? [] : [details]),
    ...fieldsOf(input).map(({ description }) => description),
    ...examples.map(({ what }) => what),
    ...Object.values(exits),
  ]
}

const everywhere = ['done', 'it did not work', 'the command line or the configuration is not valid']
const fields = [runFields, unitFields, attemptFields].flat().map(({ description }) => description)
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ')

describe('help in Brazilian Portuguese', () => {
  it('U-25 has what every command, argument, flag, example, exit code and field says, and nothing that none says', () => {
    const wanted = new Set([...loaded.flatMap(textsOf), ...everywhere, ...fields])
    expect(wanted.size).toBeGreaterThan(250)
    expect([...wanted].filter((text) => (helpPtBR[text] ?? '').trim() === '')).toEqual([])
    expect(Object.keys(helpPtBR).filter((text) => !wanted.has(text))).toEqual([])
  })

  it('U-25 says what each command and group of commands does', () => {
    const groups = operations.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : []))
    const commands = [...operations.map(({ name }) => name), ...groups]
    expect(commands.filter((name) => (commandsPtBR[name] ?? '').trim() === '')).toEqual([])
    expect(Object.keys(commandsPtBR).filter((name) => !commands.includes(name))).toEqual([])
  })

  it.each(loaded.map((operation) => [operation.name, operation] as const))(
    'U-25 forge %s --help is printed in it, with nothing left in English',
    async (name, operation) => {
      const help = flat(await helpOf(name.split(' '), brazilian))
      const inEnglish = flat(await helpOf(name.split(' '), english))
      expect(inEnglish).toContain('Usage: forge')
      expect(help).toContain('Uso: forge')
      expect(help).toContain(flat(commandsPtBR[name] ?? ''))
      for (const text of textsOf(operation)) {
        expect(inEnglish).toContain(flat(text))
        expect(help).toContain(flat(helpPtBR[text] ?? ''))
        // Words that both languages share do not count as English.
        if (helpPtBR[text] !== text && /\s\S+\s/.test(text)) expect(help).not.toContain(flat(text))
      }
      const headings = (Object.keys(texts) as MessageKey[]).filter((key) => key.startsWith('help.'))
      for (const key of headings) {
        const en: string = texts[key]
        const own = en.replace(/\{.*/, '').trim()
        if (own.length > 8 && inEnglish.includes(own)) expect([key, help.includes(own)]).toEqual([key, false])
      }
    },
  )

  it('U-25 is the same wherever the language stands', async () => {
    const behind = await helpOf(['run', '--lang', 'pt-BR'], brazilian)
    expect(behind).toContain('--max-cost')
    expect(await helpOf(['--lang', 'pt-BR', 'run'], brazilian)).toBe(behind)
    const order = await understand(['--lang', 'pt-BR', 'preset', 'show', 'x'], {
      out: () => undefined,
      speech: brazilian,
    })
    expect(order).toMatchObject({ ok: true, value: { deed: { name: 'preset show' }, input: { name: 'x' } } })
  })

  it('U-25 the list of all commands has its headings and groups in it', async () => {
    const help = await helpOf([], brazilian)
    expect(help).toMatch(/^Uso: forge \[opções\] \[comando\]/)
    for (const heading of ['Opções:', 'Trabalhar:', 'Olhar:', 'Decidir:', 'Preparar:']) expect(help).toContain(heading)
    expect(help).not.toMatch(/Usage:|Options:|Commands:|Work:|choices:|default:/)
    for (const group of ['sprint', 'plan', 'preset', 'config', 'gate', 'accounts'])
      expect(await helpOf([group], brazilian)).not.toMatch(/Usage:|Options:|Commands:|choices:|default:|\[options\]/)
  })
})
