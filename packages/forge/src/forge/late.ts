/**
 * The one lazy-loading boundary of the application room. Modules behind it import what they need as usual; `forge.ts`
 * names here each part that only some calls need, so that looking at a run does not pay for driving one.
 */

/** Functions of a part that is loaded on the first call of any of them. All of them return a promise. */
export function late<Part extends object, Name extends keyof Part>(
  load: () => Promise<Part>,
  ...names: readonly Name[]
): Pick<Part, Name> {
  type Call = (...args: readonly unknown[]) => Promise<unknown>
  const part = once(load)
  const callOf = (name: Name): Call => {
    return async (...args) => ((await part())[name] as Call)(...args)
  }
  return Object.fromEntries(names.map((name) => [name, callOf(name)])) as unknown as Pick<Part, Name>
}

/** The same for functions that return a stream. */
export function lateStream<Part extends object, Name extends keyof Part>(
  load: () => Promise<Part>,
  ...names: readonly Name[]
): Pick<Part, Name> {
  type Call = (...args: readonly unknown[]) => AsyncIterable<unknown>
  const part = once(load)
  const callOf = (name: Name): Call => {
    return async function* stream(...args) {
      yield* ((await part())[name] as Call)(...args)
    }
  }
  return Object.fromEntries(names.map((name) => [name, callOf(name)])) as unknown as Pick<Part, Name>
}

type Once<T> = (() => T) & { isMade(): boolean }

/** Made on the first call, the same value ever after. */
export function once<T>(make: () => T): Once<T> {
  let made: { readonly value: T } | undefined
  return Object.assign(() => (made ??= { value: make() }).value, { isMade: () => made !== undefined })
}
