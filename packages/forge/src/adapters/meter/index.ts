/** What stands between agents and providers: the metering proxy, and the fake provider for rehearsals. */
export type { Door, DoorRequest } from './door.ts'
export { readFakeScript } from './fake-read-script.ts'
export { startFakeLlm, type FakeLlm } from './fake-server.ts'
export type { Served } from './fake-served.ts'
export { providers, upstreamOf, type Dialect, type KeyHeader } from './providers.ts'
export { startMeteringProxy, type MeteringProxy } from './proxy.ts'
export type { Reservation, Tally } from './tally.ts'
export { sumOf, type Tokens } from './tokens.ts'
