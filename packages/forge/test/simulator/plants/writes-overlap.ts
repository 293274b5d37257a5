/** Plant: declared writes never collide. */
export * from '#core/schedule/claims.ts'

export function claimsCollide(): boolean {
  return false
}
