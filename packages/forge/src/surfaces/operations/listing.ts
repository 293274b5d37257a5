/** `list`: runs, units or attempts, with the most common filters. `query` has the others. */
import { z } from 'zod'
import { success } from '#model/result.ts'
import type { Filter } from '#core/views/query.ts'
import { operation } from './operation.ts'
import { findRows, Kind, renderRows, Rows } from './query-output.ts'

export default operation({
  name: 'list',
  summary: 'List runs, units or attempts',
  does: 'reads',
  shape: 'answer',
  input: z.strictObject({
    of: Kind.default('runs').describe('What to list'),
    run: z.string().min(1).max(63).optional().describe('Only of this run; by default of all runs'),
    status: z.string().min(1).max(50).optional().describe('Only with this status; of attempts: how it ended'),
    unit: z.string().min(1).max(63).optional().describe('Only of this unit'),
    limit: z.number().int().positive().max(10_000).default(100).describe('Print at most this number of rows'),
  }),
  positionals: ['of'],
  output: Rows,
  examples: [
    { command: 'forge list units --status stopped', what: 'everything that waits for a human' },
    { command: 'forge list attempts --run 7f3a --unit api', what: 'all attempts of one unit' },
  ],
  async run(forge, { of, run, status, unit, limit }) {
    const filters: Filter[] = [
      ...(status === undefined
        ? []
        : [{ field: of === 'attempts' ? 'state' : 'status', op: '=' as const, value: status }]),
      ...(unit === undefined ? [] : [{ field: 'unit', op: '=' as const, value: unit }]),
    ]
    const found = await findRows(forge, { of, filters, run, limit })
    return found.ok ? success({ value: found.value }) : found
  },
  render: renderRows,
})
