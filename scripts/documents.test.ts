import { describe, expect, it } from 'vitest'
import { operations } from '../packages/forge/src/surfaces/operations/list.ts'
import { fieldsOf } from '../packages/forge/src/surfaces/operations/fields.ts'
import { makeDocuments, readWritten } from './documents.ts'

describe('documents made from the sources', () => {
  it('are those of these sources (npm run docs writes them)', async () => {
    for (const document of await makeDocuments()) expect(readWritten(document), document.path).toBe(document.text)
  })
})

describe('the list of operations', () => {
  it('says of each what the operation says of itself', async () => {
    for (const { name, positionals, summary, load } of operations) {
      const operation = await load()
      expect([operation.name, operation.positionals, operation.summary]).toEqual([name, positionals, summary])
    }
  })

  it('has every name once, an example of each, and a description of every field', async () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length)
    for (const { name, load } of operations) {
      const { input, positionals, examples, summary } = await load()
      const fields = fieldsOf(input)
      expect(examples.length, name).toBeGreaterThan(0)
      expect(summary, name).not.toMatch(/\.$/)
      for (const field of fields) expect(field.description, `${name} ${field.name}`).not.toBe('')
      for (const positional of positionals) expect(fields.map((field) => field.name)).toContain(positional)
    }
  })
})
