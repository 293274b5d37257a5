/** Import directions of packages/forge/src: prints every wrong one and fails, also when it saw too few modules. */
import { findCycles } from './imports/cycles.ts'
import { findViolations } from './imports/directions.ts'
import { findFolderCycles } from './imports/folder-cycles.ts'
import { parseModules, readSources, type Sources } from './imports/modules.ts'

/** A check that sees no files passes everything. Raise this as the tree grows. */
export const moduleFloor = 870

export function examineImports(sources: Sources, floor: number): string[] {
  const modules = parseModules(sources)
  const tooFew = modules.size < floor ? [`only ${modules.size} modules seen, the floor is ${floor}`] : []
  return [...tooFew, ...findViolations(modules), ...findCycles(modules), ...findFolderCycles(modules)]
}

if (import.meta.main) {
  const sources = readSources()
  const objections = examineImports(sources, moduleFloor)
  for (const objection of objections) console.log(objection)
  console.log(`${sources.size} modules, ${objections.length} objections`)
  process.exitCode = objections.length === 0 ? 0 : 1
}
