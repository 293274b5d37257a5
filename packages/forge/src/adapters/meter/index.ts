/** The metering proxy between agents and providers. */
export type { Allowance } from './admission.ts'
export type { MeterEndpoint, EndpointRequest } from './endpoint.ts'
export { outwardBy } from './outgoing-proxy.ts'
export { providers, upstreamOf, type Dialect, type KeyHeader } from './providers.ts'
export { startMeteringProxy, type MeteringProxy } from './proxy.ts'
export type { Tally } from './attempt-usage.ts'
export { sumOf } from './tokens.ts'
