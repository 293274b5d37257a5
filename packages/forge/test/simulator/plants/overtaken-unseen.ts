/** Plant: a plan that changes a unit which was merged meanwhile is expanded, and what it changes is lost. */
export * from '#core/graph/expand.ts'

export function overtakenIn(): readonly string[] {
  return []
}
