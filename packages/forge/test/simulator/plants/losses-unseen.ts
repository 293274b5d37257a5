/** Plant: a plan that leaves out what was approved is taken for one that lies inside the approval. */
export function removedScope(): readonly string[] {
  return []
}
