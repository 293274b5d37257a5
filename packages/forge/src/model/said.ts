/** A message of Forge, as it is stored and exchanged: checked for its form and its size, not for its code. */
import { z } from 'zod'
import type { Said as SaidType, Value } from '#messages/said.ts'

const Text = z.string().max(20_000)

const SaidValue: z.ZodType<Value> = z.lazy(() =>
  z.union([
    Text,
    z.number(),
    z.strictObject({ micros: z.number().int() }),
    z.strictObject({ decimal: z.number(), digits: z.number().int().min(0).max(6) }),
    Said,
  ]),
)

/** `--json` adds the English text; stored messages have none. */
const text = Text.optional()

export const Said: z.ZodType<SaidType> = z.lazy(() =>
  z.union([
    z.strictObject({
      code: z.string().regex(/^[a-z][A-Za-z]*\.[a-z][A-Za-z0-9-]*$/),
      with: z.record(z.string(), SaidValue).optional(),
      text,
    }) as z.ZodType<SaidType>,
    z.strictObject({ raw: Text, text }),
    z.strictObject({ all: z.array(Said).max(2000), between: z.string().max(5), text }),
  ]),
)
export type Said = SaidType
