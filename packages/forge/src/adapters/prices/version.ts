/** Which price library this is, and of which day: a test holds the version to the one that is installed. */
import type { PriceBookName } from '#model/price.ts'

export const bookName: PriceBookName = { name: '@pydantic/genai-prices', version: '0.1.8', date: '2026-09-23' }
