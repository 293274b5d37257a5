/** The map of a walk: places by what they look like, the first way to each, and whether a way leads back to where it was. */

interface Step {
  readonly to: number
  readonly move: string
}

export function createMap() {
  const known = new Map<string, number>()
  /** How each place was reached first. */
  const reached: { readonly from: number; readonly move: string }[] = []
  /** Steps that spend something; the others cannot be blamed for a loop. */
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
    /** A way to a place, and from there back to it. */
    loop(): readonly string[] | undefined {
      const circle = findCircle(steps)
      return circle === undefined ? undefined : [...trailTo(circle.place), ...circle.moves]
    },
  }
}

/** What is left when every place that nothing leads to is taken away, again and again, goes round in circles. */
function findCircle(
  steps: readonly (readonly Step[])[],
): { readonly place: number; readonly moves: readonly string[] } | undefined {
  const left = placesInCircles(steps)
  const [start] = left
  if (start === undefined) return undefined
  // Some place of the rest leads to another of the rest for ever; the first one that is met again closes a circle.
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

/** Backwards from a place along what leads to it, until it is there again. */
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
