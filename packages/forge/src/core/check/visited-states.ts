/** The graph of a walk: states by their view, the first way to each, and whether it has a cycle. */

interface Step {
  readonly to: number
  readonly move: string
}

export function createMap() {
  const known = new Map<string, number>()
  /** The first way to each state. */
  const reached: { readonly from: number; readonly move: string }[] = []
  /** Steps that are not free; a free step cannot be blamed for a cycle. */
  const steps: Step[][] = []
  const trailTo = (place: number): string[] => {
    const trail: string[] = []
    for (let at = reached[place]; at !== undefined && at.from >= 0; at = reached[at.from]) trail.push(at.move)
    return trail.toReversed()
  }
  return {
    size: () => reached.length,
    trailTo,
    placeOf(view: string, from: number, move: string): { readonly place: number; readonly isNew: boolean } {
      const found = known.get(view)
      if (found !== undefined) return { place: found, isNew: false }
      known.set(view, reached.length)
      reached.push({ from, move })
      steps.push([])
      return { place: reached.length - 1, isNew: true }
    },
    join(from: number, to: number, move: string): void {
      steps[from]?.push({ to, move })
    },
    /** A way to a state, and from there back to it. */
    loop(): readonly string[] | undefined {
      const circle = findCircle(steps)
      return circle === undefined ? undefined : [...trailTo(circle.place), ...circle.moves]
    },
  }
}

/** After repeatedly removing every state without a predecessor, the rest contains a cycle. */
function findCircle(
  steps: readonly (readonly Step[])[],
): { readonly place: number; readonly moves: readonly string[] } | undefined {
  const left = placesInCircles(steps)
  const [start] = left
  if (start === undefined) return undefined
  // Every state of the rest has a predecessor in the rest; the first one met twice closes a cycle.
  const before = new Map<number, { readonly place: number; readonly move: string }>()
  const met = new Set<number>()
  let place = start
  while (!met.has(place)) {
    met.add(place)
    const from = [...left].find((one) => steps[one]?.some(({ to }) => to === place)) as number
    const move = steps[from]?.find(({ to }) => to === place)?.move ?? ''
    before.set(place, { place: from, move })
    place = from
  }
  return { place, moves: around(place, before) }
}

/** Backwards from a state along its predecessors, until it appears again. */
function around(place: number, before: ReadonlyMap<number, { place: number; move: string }>): readonly string[] {
  const moves: string[] = []
  let at = place
  do {
    const step = before.get(at)
    if (step === undefined) break
    moves.push(step.move)
    at = step.place
  } while (at !== place)
  return moves.toReversed()
}

function placesInCircles(steps: readonly (readonly Step[])[]): ReadonlySet<number> {
  const incoming = steps.map(() => 0)
  for (const { to } of steps.flat()) incoming[to] = (incoming[to] ?? 0) + 1
  const left = new Set(steps.keys())
  const bare = [...left].filter((place) => incoming[place] === 0)
  for (let place = bare.pop(); place !== undefined; place = bare.pop()) {
    left.delete(place)
    for (const { to } of steps[place] ?? []) {
      incoming[to] = (incoming[to] ?? 0) - 1
      if (incoming[to] === 0) bare.push(to)
    }
  }
  return left
}
