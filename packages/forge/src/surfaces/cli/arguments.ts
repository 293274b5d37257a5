/** From what was typed to an operation's input. */
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { failed, success, type Result } from '#model/result.ts'
import type { Asked } from './program.ts'

/** What was typed, checked against the schema; what is wrong is said by its flag or argument. */
export function inputOf({ operation, fields, typed }: Asked): Result<object, Refusal> {
  const given = fields.flatMap(({ name, kind }) =>
    typed[name] === undefined ? [] : [[name, kind === 'number' ? numberOr(typed[name]) : typed[name]]],
  )
  const parsed = operation.input.safeParse(Object.fromEntries(given))
  if (parsed.success) return success(parsed.data)
  const complaints = parsed.error.issues.map(({ path, message }) => {
    const field = fields.find(({ name }) => name === path[0])
    if (field === undefined) return message
    const isPositional = operation.positionals.includes(field.name)
    return `${isPositional ? `<${field.name}>` : field.flag}: ${message}`
  })
  return failed(usageRefusal('bad-argument', complaints.join('; '), `forge ${operation.name} --help`))
}

function numberOr(typed: unknown): unknown {
  const number = typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : Number.NaN
  return Number.isNaN(number) ? typed : number
}
