/** What stands between agents and providers: the fake provider for rehearsals. */
export { readFakeScript } from './fake-read-script.ts'
export { startFakeLlm, type FakeLlm } from './fake-server.ts'
export type { Served } from './fake-served.ts'
