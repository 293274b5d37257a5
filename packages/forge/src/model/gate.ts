/**
 * A gate: conditions over recorded facts that hold before a phase starts (`preflight`) or after it ended (`postflight`).
 * This is the parsed form, plain JSON, as presets and events store it; `core/gates` reads it from text and evaluates it.
 */
import { z } from 'zod'
import { Slug } from '#model/ids.ts'
import { Said } from '#model/said.ts'

/** A name in braces that a path may hold; the preset defines the names and their values. */
export const PlaceholderName = z.string().regex(/^[a-z][a-z0-9_]*$/, 'a name in small letters')

/** What a gate may ask of an earlier phase. `n/a`: no verdict that counts. */
export const RequiredVerdict = z.enum(['approved', 'revision', 'n/a'])
export type RequiredVerdict = z.infer<typeof RequiredVerdict>

/** Names joined by dots, read from a record by its name: `unit.status`. */
export const FieldPath = z.string().regex(/^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/, 'names joined by dots')

const GateValue = z.string().max(500)

export const Condition = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('=='), value: GateValue }),
  z.strictObject({ op: z.literal('!='), value: GateValue }),
  z.strictObject({ op: z.literal('in'), values: z.array(GateValue).min(1).max(50) }),
])
export type Condition = z.infer<typeof Condition>

export const Directive = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('artifact'),
    path: z.string().min(1).max(1000),
    /** Its minimum of bytes; absent: one, because an empty file is no artifact. */
    min: z.number().int().nonnegative().optional(),
  }),
  z.strictObject({ kind: z.literal('require'), field: FieldPath, condition: Condition }),
  z.strictObject({ kind: z.literal('forbid'), field: FieldPath, condition: Condition }),
  z.strictObject({ kind: z.literal('after'), phase: Slug, verdict: RequiredVerdict }),
])
export type Directive = z.infer<typeof Directive>

export const Gate = z.strictObject({
  /** `postflight` checks what a phase left behind and knows `artifact` and `require` alone. */
  when: z.enum(['preflight', 'postflight']),
  phase: Slug,
  directives: z.array(Directive).max(50),
})
export type Gate = z.infer<typeof Gate>

/** Why a directive does not hold. The first four concern what a phase left behind, the others what it needs. */
export const GateCode = z.enum([
  'output-missing',
  'output-stub',
  'require-failed',
  'tool-error',
  'artifact-missing',
  'artifact-stub',
  'forbidden',
  'after-failed',
])
export type GateCode = z.infer<typeof GateCode>

/** A directive that does not hold, in words for the person or agent who fixes it. */
export const Objection = z.strictObject({
  /** Its source text. */
  directive: z.string().max(2000),
  code: z.union([GateCode, z.literal('misconfigured')]),
  /** The observed fact. */
  reason: Said,
  /** What to do about it. */
  remedy: Said,
})
export type Objection = z.infer<typeof Objection>
