import { expect, it } from 'vitest'
import { z } from 'zod'
import { selected } from './selection.ts'

it('an answer has of a view exactly what its schema names, in lists and in lists of lists', () => {
  interface Node {
    readonly id: string
    readonly children: readonly Node[]
  }
  const Node = z.object({
    id: z.string(),
    get children(): z.ZodReadonly<z.ZodArray<z.ZodType<Node>>> {
      return z.array(Node).readonly()
    },
  })
  const schema = z.object({ name: z.string(), more: z.string().optional(), at: Node.nullable(), units: z.array(Node) })
  const leaf = { id: 'leaf', children: [], secret: 1 }
  const view = { name: 'x', at: null, units: [{ id: 'root', children: [leaf], secret: 2 }], other: true }
  expect(selected(schema, view)).toStrictEqual({
    name: 'x',
    at: null,
    units: [{ id: 'root', children: [{ id: 'leaf', children: [] }] }],
  })
})
