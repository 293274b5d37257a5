/** The public API: explicit named exports. */
export { version } from './version.ts'
