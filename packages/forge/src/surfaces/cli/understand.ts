/** Parses arguments into an order: the named operation and its checked input. */
import { CommanderError } from 'commander'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { say } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { operations } from '#surfaces/operations/list.ts'
import type { OperationCode, Listed } from '#surfaces/operations/operation.ts'
import { withLanguage } from '#surfaces/operations/text/message.ts'
import { inputOf } from './arguments.ts'
import { saidOf } from './usage-errors.ts'
import { createProgram, findListed, namesIn, type ParsedCall, type Loaded, type Writers } from './program.ts'

/** The operation to run, with its input. */
export interface Order {
  readonly deed: OperationCode
  readonly input: object
}

/** Undefined for help or the version, which is printed already. */
export async function understand(
  written: readonly string[],
  writers: Writers,
): Promise<Result<Order | undefined, Refusal>> {
  const args = written[0] === 'help' ? [...written.slice(1), '--help'] : written
  const listed = findListed(args)
  const loaded = listed === undefined ? undefined : await load(listed)
  let asked: ParsedCall | undefined
  try {
    withLanguage(writers.speech, () => {
      const program = createProgram(loaded, writers, (found) => (asked = found))
      program.parse(args.length === 0 ? ['--help'] : [...args], { from: 'user' })
    })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return success(undefined)
    return failed(usageOf(error, loaded?.operation.name ?? groupIn(args)))
  }
  if (asked === undefined) return success(undefined)
  const input = inputOf(asked)
  return input.ok ? success({ deed: asked.operation, input: input.value }) : input
}

/** Loaded late, because help and the version need no schemas. */
async function load(listed: Listed): Promise<Loaded> {
  const [operation, { fieldsOf }] = await Promise.all([listed.load(), import('#surfaces/operations/fields.ts')])
  return { operation, fields: fieldsOf(operation.input) }
}

/** `forge plan` alone names a group. */
function groupIn(args: readonly string[]): string | undefined {
  const [first] = namesIn(args)
  return operations.some(({ name }) => name.startsWith(`${first} `)) ? first : undefined
}

function usageOf(error: CommanderError, name: string | undefined): Refusal {
  const help = `forge ${name === undefined ? '' : `${name} `}--help`
  const [, meant] = /\(Did you mean (.*)\?\)/s.exec(error.message) ?? []
  const message = error.code === 'commander.help' ? say('usage.needsCommand', { name: name ?? 'forge' }) : saidOf(error)
  return usageRefusal(
    'usage',
    message,
    meant === undefined ? say('usage.seeHelp', { help }) : say('usage.didYouMeanSeeHelp', { meant, help }),
  )
}
