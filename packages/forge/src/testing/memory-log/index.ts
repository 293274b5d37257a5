/** The log in memory, for the simulator and for tests. */
export { createBlobs } from './blobs.ts'
export { createLocks } from './locks.ts'
export { createMemoryLog } from './log.ts'
export { copyMemoryStore, createMemoryStore } from './store.ts'
export type { MemoryStore, StoredEntry, StoredRun } from './store.ts'
