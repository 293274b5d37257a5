/** Limits for the size of what one unit adds or changes. Without schemas: `boundary.ts` has those. */
export interface SizeLimits {
  /** Of one file. */
  readonly fileBytes: number
  /** Of all files together. */
  readonly changeBytes: number
}

export const megabyte = 1_000_000

export const defaultSizes: SizeLimits = { fileBytes: 50 * megabyte, changeBytes: 500 * megabyte }
