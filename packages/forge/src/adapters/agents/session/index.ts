/** What every adapter of an agent that runs as a program shares: the adapter adds its flags and its language. */
export { endedSession } from './ended.ts'
export { unknownLine, type Link, type Meaning, type Translator } from './listener.ts'
export type { PrivatePlace } from './private-place.ts'
export { readResult, type ResultReading } from './result.ts'
export { startSession, type Launch } from './session.ts'
export type { Dialect, Endpoint, Surroundings } from './surroundings.ts'
