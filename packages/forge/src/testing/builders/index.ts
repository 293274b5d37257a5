/** Builders of valid values for tests of a core, a host or a store. */
export * from './agent-task.ts'
export * from './messages.ts'
export * from './outcomes.ts'
export * from './presets.ts'
export * from './specs.ts'
export * from './planners.ts'
