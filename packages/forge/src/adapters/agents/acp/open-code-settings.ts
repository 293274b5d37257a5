/** Settings of OpenCode, and of its fork Kilo: Forge's endpoint is their only provider. */
export const openCodeSettings = {
  autoupdate: false,
  share: 'disabled',
  enabled_providers: ['forge'],
  provider: {
    forge: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: '{url}/v1', apiKey: '{key}' },
      models: { '{model}': { limit: { context: 200_000, output: 32_000 } } },
    },
  },
  model: 'forge/{model}',
  permission: { '*': 'allow' },
}
