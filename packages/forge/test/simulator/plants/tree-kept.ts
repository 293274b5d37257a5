/** Plant: a tree is said to be removed, and is not. */
export * from '#engine/perform/trees.ts'

export function discardTree(): Promise<'removed' | 'aside'> {
  return Promise.resolve('removed')
}
