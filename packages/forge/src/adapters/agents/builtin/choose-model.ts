/**
 * Chooses the provider and model of the built-in agent: from the configuration, the route, and names of model families.
 */
import { say, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'

export type Provider = 'anthropic' | 'openai' | 'google' | 'compatible'

export interface ModelChoice {
  readonly provider: Provider
  readonly model: string
  /** The address of an endpoint that is compatible with OpenAI's. */
  readonly address?: string
}

/** The proxy's name for each of them. */
export const dialects = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'gemini',
  compatible: 'openai',
} as const satisfies Readonly<Record<Provider, string>>

const families: readonly (readonly [RegExp, Provider])[] = [
  [/^claude/, 'anthropic'],
  [/^(gpt|chatgpt|codex|o\d)/, 'openai'],
  [/^(gemini|gemma)/, 'google'],
]

const forms = say('value.oneOrOther', {
  one: 'builtin:<model>, builtin:anthropic|openai|google/<model>,',
  other: 'builtin:<model>@<url>',
})

/** `written` is the value of the configuration, such as `openai/gpt-5.5` or `qwen3@http://127.0.0.1:11434/v1`. */
export function chooseModel(written: string | undefined, routed: string | undefined): Result<ModelChoice, Said> {
  const own = written === undefined ? undefined : parse(written)
  // A custom endpoint has its own models: a route's model names of other providers mean nothing there.
  if (own?.address !== undefined) return success({ provider: 'compatible', model: own.model, address: own.address })
  const wanted = routed === undefined ? own : parse(routed)
  if (wanted === undefined) return failed(say('model.neededByBuiltin', { forms }))
  const provider = wanted.provider ?? familyOf(wanted.model) ?? own?.provider
  if (provider === undefined) return failed(say('model.unknownProvider', { model: wanted.model, forms }))
  return success({ provider, model: wanted.model })
}

interface Parsed {
  readonly provider?: Provider
  readonly model: string
  readonly address?: string
}

function parse(text: string): Parsed {
  const [, named, address] = /^([^@]+)@(https?:\/\/.+)$/.exec(text) ?? []
  if (named !== undefined && address !== undefined) return { model: named, address }
  const [, provider, model] = /^(anthropic|openai|google)\/(.+)$/.exec(text) ?? []
  return model === undefined ? { model: text } : { provider: provider as Provider, model }
}

function familyOf(model: string): Provider | undefined {
  return families.find(([family]) => family.test(model))?.[1]
}
