/** The public API: explicit named exports. */
export { openForge, openSupervisor } from './forge.ts'
export type {
  Driven,
  DrivingRequest,
  Forge,
  Supervised,
  Supervisor,
  SupervisorRequest,
  ForgeEnvironment,
} from './forge.ts'
export { exits, type Exit, type Refusal } from './forge/refusal.ts'
export { operations } from './surfaces/operations/list.ts'
export { performOperation } from './surfaces/operations/perform.ts'
export type { Done, Listed, Operation, Talk } from './surfaces/operations/operation.ts'
export { startDriver, type Driver, type DriverEnd, type DriverParts } from './engine/driver.ts'
export { createHostClient, type HostClient } from './engine/host.ts'
export type * from './engine/ports.ts'
export { hostCodec, runCodec } from './engine/streams.ts'
export { createBlobs, createLocks, openSqliteLog, type SqliteLogOptions } from './adapters/log/sqlite/index.ts'
export { render } from './messages/render.ts'
export { raw, type Said } from './messages/said.ts'
export { Event, type EventOf, type EventType } from './model/event.ts'
export { Message, type MessageOf } from './model/message.ts'
export { Preset, type WrittenPhase, type WrittenTemplate } from './model/preset.ts'
export { definePreset, parsePreset } from './config/preset.ts'
export { presetSpec, type PresetRequest } from './presets/spec.ts'
export { version } from './version.ts'
