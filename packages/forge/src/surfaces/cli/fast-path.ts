/** A command alone, without arguments and flags of its own: there is nothing to parse and nothing to check. */
import { operations } from '#surfaces/operations/list.ts'
import type { OperationCode } from '#surfaces/operations/operation.ts'

/** Flags that every command has; whoever prints looks for them. */
const common = new Set(['--json', '--no-color', '--plain'])

/** What such a call asks for, when it can be done without schemas. */
export function findFastPath(args: readonly string[]): OperationCode | undefined {
  const words = args.filter((arg) => !common.has(arg)).join(' ')
  return operations.find(({ name }) => name === words)?.bare
}
