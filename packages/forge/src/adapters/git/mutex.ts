/** One at a time by name, in this process: whoever comes second waits for the first, and its failure is not theirs. */
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
