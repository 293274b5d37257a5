/** Processes of Forge: the only spawn, what is kept of their output, and how they are ended. */
export { excerptOf } from './excerpt.ts'
export { approvedShellLine, type Command, type Ended } from './command.ts'
export { environmentOf, type Environment, type EnvironmentRequest } from './environment.ts'
export { sweep, type Hunted } from './hunt.ts'
export { createLineReader, type Line, type LineReader } from './lines.ts'
export type { Marker } from './marker.ts'
export { run, start, type Running } from './start.ts'
export { parseStrictJson } from './strict-json.ts'
