/** The configuration of one program that speaks ACP: its login, its variables, and how it reaches a provider. */
import { z } from 'zod'
import { say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { explained } from '#model/explained.ts'
import { codeOf } from '#messages/issue.ts'

const Variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, codeOf('config.nameOfVariable'))

/** Relative to the home, and never outside it: a file that is copied for a program must be the user's own. */
const HomeFile = z
  .string()
  .min(1)
  .max(1000)
  .transform((path) => path.replace(/^~\//, ''))
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), codeOf('config.pathFromHome'))

const WrittenDoor = z.strictObject({
  dialect: z.enum(['anthropic', 'openai', 'gemini']).meta(explained(say('configKey.doorWireFormat'))),
  env: z
    .record(Variable, z.string().max(10_000))
    .meta(explained(say('configKey.doorVariables', { url: '{url}', key: '{key}', model: '{model}' }))),
})

export const WrittenProgram = z
  .strictObject({
    login: z.array(HomeFile).max(20).optional().describe('Files of its login, as paths from your home'),
    pass: z.array(Variable).max(100).optional().describe('Names of environment variables that it alone sees'),
    auth: z.string().min(1).max(200).optional().describe('The login that it is to use, of those that it offers'),
    door: WrittenDoor.optional().describe('How it is pointed at a provider whose key Forge holds'),
  })
  .describe('By its name: the login of a program that speaks ACP, its variables, and how it is pointed at a provider')

export type WrittenProgram = z.output<typeof WrittenProgram>

export interface ProgramSettings {
  readonly login: readonly string[]
  readonly pass: readonly string[]
  readonly auth?: string
  readonly door?: NonNullable<WrittenProgram['door']>
}

export function programSettingsOf({ login = [], pass = [], auth, door }: WrittenProgram): ProgramSettings {
  return {
    login,
    pass,
    ...defined({ auth, door }),
  }
}
