/** `query`: rows by conditions on their fields; it also lists the fields. */
import { z } from 'zod'
import { parseQuery } from '#core/views/query.ts'
import { usageRefusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import { step } from '#model/next.ts'
import { failed, success } from '#model/result.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { fieldsOf, findRows, Kind, renderRows, Rows } from './query-output.ts'
import { dim, strong } from './text/line.ts'
import { helpText, textOf } from './text/message.ts'
import { table } from './text/table.ts'

const Fields = z.object({
  fields: z.record(
    Kind,
    z.array(z.object({ name: z.string(), type: z.enum(['text', 'number']), description: z.string() })),
  ),
  next: Next,
})

export default operation({
  name: 'query',
  summary: 'Find runs, units or attempts by conditions on their fields',
  details:
    'Conditions are field, operator and value, joined by and: status=stopped and attempts>3. Operators: = != > >= < <= and ~\n' +
    '(contains). Put values with spaces in double quotes. --fields lists every field and what it means.',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    where: z.string().max(2000).default('').describe('Conditions; by default everything'),
    of: Kind.default('units').describe('What to look for'),
    run: z.string().min(1).max(63).optional().describe('Only in this run; by default in all runs'),
    limit: z.number().int().positive().max(10_000).default(100).describe('Print at most this number of rows'),
    fields: z.boolean().default(false).describe('List the fields instead'),
  }),
  positionals: ['where'],
  output: z.union([Rows, Fields]),
  examples: [
    { command: 'forge query "status=stopped and attempts>3"', what: 'units that failed often' },
    { command: 'forge query "status=stopped and reason~limit"', what: 'units that a limit stopped' },
    { command: 'forge query "failure=timeout and seconds>600" --of attempts', what: 'long attempts that failed' },
    { command: 'forge query --fields', what: 'all fields' },
  ],
  async run(forge, { where, of, run, limit, fields }) {
    if (fields) {
      const next = [step('query', { where: 'status=stopped' })]
      const told = Object.fromEntries(Object.entries(fieldsOf).map(([kind, known]) => [kind, [...known]]))
      return success({ value: { fields: told as z.output<typeof Fields>['fields'], next } })
    }
    const parsed = parseQuery(where, fieldsOf[of])
    if (!parsed.ok)
      return failed(usageRefusal('query', say('query.fault', { of, why: parsed.failure.message }), parsed.failure.hint))
    const found = await findRows(forge, { of, filters: parsed.value, run, limit })
    if (!found.ok) return found
    return success({ value: found.value })
  },
  render(output) {
    if ('rows' in output) return renderRows(output)
    return Object.entries(output.fields).flatMap(([kind, known]) => [
      [strong(kind)],
      ...table(
        known.map(({ name, type, description }) => [
          name,
          dim(textOf(type === 'text' ? 'help.aText' : 'help.aNumber')),
          helpText(description),
        ]),
        '  ',
      ),
    ])
  },
})
