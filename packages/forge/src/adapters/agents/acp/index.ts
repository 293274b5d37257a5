/** Agents that speak ACP. */
export { acpKinds } from './kinds.ts'
