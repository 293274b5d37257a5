/**
 * The models of the tiers, by provider, as of this day. They change every few weeks: `models:` of the configuration
 * takes precedence, and `forge doctor` says when the price library no longer lists one.
 */
import type { Tier } from '#model/route.ts'

export const tiersDate = '2026-11-16'

export const modelTiers = {
  anthropic: {
    light: 'claude-haiku-5-5',
    standard: 'claude-sonnet-5-5',
    heavy: 'claude-opus-5-5',
    max: 'claude-fable-5-1',
  },
  openai: { light: 'gpt-6-luna', standard: 'gpt-6.1-sol', heavy: 'gpt-6.1-sol', max: 'gpt-6-astra' },
  google: {
    light: 'gemini-3.5-flash-lite',
    standard: 'gemini-3.8-flash',
    heavy: 'gemini-3.1-pro-preview',
    max: 'gemini-3.1-pro-preview',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Tier, string>>>>
