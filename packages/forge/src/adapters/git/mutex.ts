/** A mutex by name within this process: the second caller waits for the first, and does not inherit its failure. */
const tails = new Map<string, Promise<unknown>>()

export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(name)
  const mine = (async () => {
    await before?.catch(() => undefined)
    return work()
  })()
  tails.set(name, mine)
  try {
    return await mine
  } finally {
    if (tails.get(name) === mine) tails.delete(name)
  }
}
