/** The version and date of the price library: a test compares it with the installed one. */
import type { PriceBookName } from '#model/price.ts'

export const bookName: PriceBookName = { name: '@pydantic/genai-prices', version: '0.1.8', date: '2026-09-23' }

export function bookAgeDays(now: number): number {
  return Math.floor((now - Date.parse(bookName.date)) / 86_400_000)
}
