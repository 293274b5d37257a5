/** Did you mean …? as settings and surfaces say it. */
export { nearest } from '#model/nearest.ts'
