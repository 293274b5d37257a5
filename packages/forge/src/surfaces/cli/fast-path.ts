/** A command without arguments and flags of its own needs neither parsing nor checking. */
import { operations } from '#surfaces/operations/list.ts'
import type { OperationCode } from '#surfaces/operations/operation.ts'

/** Flags that every command has; the printing code reads them. */
const common = new Set(['--json', '--no-color', '--plain'])

/** The operation of such a call, if it can run without schemas. */
export function findFastPath(args: readonly string[]): OperationCode | undefined {
  const words = args.filter((arg) => !common.has(arg)).join(' ')
  return operations.find(({ name }) => name === words)?.bare
}
