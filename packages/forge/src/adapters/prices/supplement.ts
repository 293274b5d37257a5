/**
 * Prices of models that agents choose by themselves, where the library has none or an older one. Each row has the date
 * and source of its price. A row counts while it is newer than the library; a release that refreshes the library
 * removes it.
 */
import type { ModelInfo } from '@pydantic/genai-prices'

export interface SupplementRow {
  readonly provider: 'anthropic' | 'openai' | 'google'
  readonly date: string
  readonly source: string
  readonly info: Pick<ModelInfo, 'id' | 'prices' | 'context_window'>
}

const tiered = (over: number, base: number, price: number) => ({ base, tiers: [{ start: over, price }] })

export const supplement: readonly SupplementRow[] = [
  {
    provider: 'openai',
    date: '2026-10-01',
    source: 'https://developers.openai.com/api/docs/models/gpt-6.1-sol',
    info: {
      id: 'gpt-6.1-sol',
      context_window: 1_050_000,
      prices: {
        input_mtok: tiered(272_000, 2, 4),
        cache_write_mtok: tiered(272_000, 2.5, 5),
        cache_read_mtok: tiered(272_000, 0.1, 0.2),
        output_mtok: tiered(272_000, 10, 15),
      },
    },
  },
  {
    provider: 'anthropic',
    date: '2026-10-10',
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    info: {
      id: 'claude-haiku-5-5',
      context_window: 1_000_000,
      prices: {
        input_mtok: tiered(100_000, 0.1, 0.5),
        cache_write_mtok: tiered(100_000, 0.125, 0.625),
        cache_write_1h_mtok: tiered(100_000, 0.2, 1),
        cache_read_mtok: tiered(100_000, 0.01, 0.05),
        output_mtok: tiered(100_000, 0.5, 2.5),
      },
    },
  },
  {
    provider: 'anthropic',
    date: '2026-10-10',
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    info: {
      id: 'claude-sonnet-5-5',
      context_window: 1_000_000,
      prices: { input_mtok: 2, cache_write_mtok: 2.5, cache_write_1h_mtok: 4, cache_read_mtok: 0.1, output_mtok: 10 },
    },
  },
]
