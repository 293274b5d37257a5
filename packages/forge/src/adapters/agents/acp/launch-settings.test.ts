/** What programs that speak ACP get at their start, with a key of Forge and with the user's own login. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AdapterParts } from '#adapters/agents/session/index.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import { argumentsOf, variablesOf, writeFiles, type LaunchSettings } from './launch-settings.ts'
import { configuredAs, plainQuirks, quirks, withoutHelpers } from './quirks.ts'

const endpoint = { baseUrl: 'http://127.0.0.1:9', key: 'throw-away' }
const route = { tier: 'heavy', model: 'a-model', reasons: [] } as const

function givenTo(name: string, more: Partial<LaunchSettings> = {}): LaunchSettings {
  const found = quirks.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no agent ${name}`)
  const task = agentTaskOf({ route: { ...route, reasons: [] } })
  return { quirks: withoutHelpers(found), task, home: '/home', endpoint: undefined, ...more }
}

async function filesOf(given: LaunchSettings, path: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'forge-given-'))
  try {
    await writeFiles({ ...given, home })
    return readFileSync(join(home, path), 'utf8')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

describe('a program that speaks ACP', () => {
  it('Gemini is told to use the key, and without one the login of Google that it is lent', async () => {
    const settings = '.gemini/settings.json'
    expect(await filesOf(givenTo('gemini', { endpoint }), settings)).toContain('"selectedType":"gemini-api-key"')
    expect(await filesOf(givenTo('gemini'), settings)).toContain('"selectedType":"oauth-personal"')
  })

  it('Qwen too', () => {
    const around = {} as AdapterParts
    expect(argumentsOf(givenTo('qwen', { endpoint }), around).join(' ')).toContain('--auth-type openai')
    expect(argumentsOf(givenTo('qwen'), around).join(' ')).toContain('--auth-type qwen-oauth')
  })

  it('opens no browser, whoever it is', () => {
    for (const { name } of quirks)
      expect(variablesOf(givenTo(name))).toMatchObject({ NO_BROWSER: '1', BROWSER: 'false' })
  })

  it('T-21 U-21 is pointed at the meter with a key that is worth nothing elsewhere, by variables or by a file of its home', async () => {
    expect(variablesOf(givenTo('kimi', { endpoint }))).toMatchObject({
      KIMI_MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
      KIMI_MODEL_API_KEY: 'throw-away',
      KIMI_MODEL_NAME: 'a-model',
    })
    expect(variablesOf(givenTo('kimi'))).not.toHaveProperty('KIMI_MODEL_API_KEY')
    const providers = await filesOf(givenTo('cline', { endpoint }), '.cline/data/settings/providers.json')
    expect(providers).toContain('"apiKey":"throw-away","model":"a-model","baseUrl":"http://127.0.0.1:9/v1"')
  })

  it('leaves no word unfilled', () => {
    for (const { name } of quirks) {
      const given = givenTo(name, { endpoint })
      const told = [...argumentsOf(given, {} as AdapterParts), ...Object.values(variablesOf(given))]
      expect(told.join(' ')).not.toMatch(/\{(home|url|key|model|auth)\}/u)
    }
  })

  it('of the user is as its configuration has it', () => {
    const door = { dialect: 'openai', env: { BASE: '{url}/v1' } } as const
    const own = { login: ['.my/auth.json'], pass: ['MY_TOKEN'], auth: 'api-key', door }
    expect(configuredAs(plainQuirks(['/opt/my-agent', '--acp']), own)).toMatchObject({
      name: 'my-agent',
      args: ['--acp'],
      login: { files: ['.my/auth.json'], variables: ['MY_TOKEN'] },
      auth: { key: 'api-key', login: 'api-key' },
      provider: door,
    })
  })
})
