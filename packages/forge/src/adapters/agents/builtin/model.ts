/** The AI SDK's model for a provider, at the attempt's endpoint. Loads only the provider that is needed. */
import type { LanguageModel } from 'ai'
import type { BuiltinTask } from './task.ts'

export async function languageModel(
  { provider, model, endpoint }: BuiltinTask,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const { baseUrl, key: apiKey } = endpoint
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL: `${baseUrl}/v1`, apiKey, fetch })(model)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey, fetch })(model)
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ baseURL: `${baseUrl}/v1beta`, apiKey, fetch })(model)
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: `${baseUrl}/v1`,
        apiKey,
        includeUsage: true,
        fetch,
      })(model)
    }
  }
}
