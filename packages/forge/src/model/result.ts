/** Expected failure is data: what may fail returns a Result; a throw is a bug. */
export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F }

export function success<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

export function failed<F>(failure: F): { readonly ok: false; readonly failure: F } {
  return { ok: false, failure }
}

/** The arm of a closed union that cannot be reached: a new member makes every switch without it a compile error. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
