/** What stands between agents and providers: the metering proxy. */
export type { Allowance } from './admission.ts'
export type { MeterEndpoint, EndpointRequest } from './door.ts'
export { outwardBy } from './outward.ts'
export { providers, upstreamOf, type Dialect, type KeyHeader } from './providers.ts'
export { startMeteringProxy, type MeteringProxy } from './proxy.ts'
export type { Tally } from './tally.ts'
export { sumOf } from './tokens.ts'
