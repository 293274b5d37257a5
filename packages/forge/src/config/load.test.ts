import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { render } from '#messages/render.ts'
import { raw } from '#messages/said.ts'
import { failed, success } from '#model/result.ts'
import { loadConfig, type ConfigSources } from './load.ts'
import { faultText, type Fault } from './parse.ts'
import { parseWritten } from './written.ts'

function sources(files: Readonly<Record<string, string>>, more: Partial<ConfigSources> = {}): ConfigSources {
  return {
    files: (['user', 'project', 'local'] as const).map((layer) => ({ layer, path: `/${layer}.yaml` })),
    env: {},
    flags: {},
    readText: (path) => success(files[path]),
    ...more,
  }
}

const told = (fault: Fault): string => render(faultText(fault), 'en')

function load(files: Readonly<Record<string, string>>, more: Partial<ConfigSources> = {}) {
  const loaded = loadConfig(sources(files, more))
  if (!loaded.ok) throw new Error(loaded.failure.map(told).join('\n'))
  return loaded.value
}

function faultsOf(text: string): string[] {
  const loaded = loadConfig(sources({ '/project.yaml': text }))
  return loaded.ok ? [] : loaded.failure.map(told)
}

describe('how far attempts may go', () => {
  it('is said of one program that speaks ACP by its name, beside what is said for all', () => {
    const text =
      'agents:\n  turns: 5\n  my-agent: { login: [~/.my/auth.json], pass: [MY_TOKEN], auth: api-key }\n' +
      "  other: { door: { dialect: openai, env: { BASE: '{url}/v1' } } }\n"
    const { settings, values } = load({ '/project.yaml': text })
    expect(settings.agents.turns).toBe(5)
    expect(settings.agents.programs).toEqual({
      'my-agent': { login: ['.my/auth.json'], pass: ['MY_TOKEN'], auth: 'api-key' },
      other: { login: [], pass: [], door: { dialect: 'openai', env: { BASE: '{url}/v1' } } },
    })
    expect(values.map(({ key }) => key).filter((key) => key.startsWith('agents.'))).toEqual([
      'agents.files',
      'agents.helpers',
      'agents.turns',
      'agents.my-agent',
      'agents.other',
    ])
    expect(faultsOf('agents: { turn: 5 }\n').join('')).toContain('did you mean turns?')
    expect(faultsOf('agents: { other: { logins: [] } }\n').join('')).toContain('did you mean login?')
    expect(faultsOf('agents: { other: { login: [/etc/shadow] } }\n').join('')).toContain(
      'a path relative to your home directory',
    )
    expect(faultsOf('agents: { other: { login: [../x] } }\n').join('')).toContain(
      'a path relative to your home directory',
    )
  })

  it('is said for all agents and for one phase or role, in minutes and tokens', () => {
    const { settings } = load({
      '/project.yaml':
        'agents: { minutes: 30, silentMinutes: 1.5, tools: [read, run], fallback: [codex, { agent: builtin, model: openai/x }] }\n' +
        'routing: { review: { thinking: 0, turns: 5, tier: opus, cost: 2, mcpServers: [] } }\n' +
        'parking: { leaveAt: 80 }\n',
    })
    expect(settings.agents.usual).toEqual({ wallMs: 1_800_000, idleMs: 90_000, tools: ['read', 'run'] })
    expect(settings.agents.fallback).toEqual([{ agent: 'codex' }, { agent: 'builtin', model: 'openai/x' }])
    expect(settings.routing).toEqual({ review: { thinking: 0, turns: 5, tier: 'heavy', dollars: 2, mcpServers: [] } })
    expect(settings.parking).toEqual({ resume: true, maxHours: 24, leave: true, leaveAt: 80 })
    expect(faultsOf('agents: { tools: [fly] }\n').join('')).toContain('tools')
  })
})

describe('layers', () => {
  it('are there without any file', () => {
    const { settings } = load({})
    expect(settings).toMatchObject({ agent: undefined, setup: [], verify: [], slots: 3, strategy: 'full' })
    expect(settings.limits).toEqual({ dispatches: 1000, unitDispatches: 40 })
  })

  it('win in order: user, project, local, environment, flag; and each value knows who said it', () => {
    const files = {
      '/user.yaml': 'slots: 1\nstrategy: sequential\nagent: scripted:u\nlimits: { maxCost: 1, maxTokens: 10 }\n',
      '/project.yaml': 'slots: 2\nagent: scripted:p\nlimits:\n  maxCost: 2\n',
      '/local.yaml': 'slots: 4\n',
    }
    const { settings, values } = load(files, { env: { FORGE_SLOTS: '5' }, flags: { 'limits.maxCost': 7.5 } })
    expect(settings).toMatchObject({ slots: 5, strategy: 'sequential', agent: 'scripted:p' })
    expect(settings.limits).toMatchObject({ costMicros: 7_500_000, tokens: 10 })
    const origins = Object.fromEntries(
      values.map(({ key, origin }) => [key, `${origin.layer} ${origin.where} ${origin.line ?? ''}`]),
    )
    expect(origins).toMatchObject({
      slots: 'environment FORGE_SLOTS ',
      agent: 'project /project.yaml 2',
      strategy: 'user /user.yaml 2',
      'limits.maxCost': 'flag --max-cost ',
      'limits.maxTokens': 'user /user.yaml 4',
      claims: 'default default ',
      overlaps: 'default default ',
    })
  })

  it('R-14 meet under one key by name, not as a whole: each name knows who said it', () => {
    const files = {
      '/user.yaml':
        'routing: { review: { tier: max, effort: high }, plan: { tier: heavy } }\nprices: { "gpt-5.2": { input: 1, output: 2 } }\n',
      '/project.yaml': 'routing:\n  review: { model: m }\nprices:\n  other: { input: 3, output: 4 }\n',
    }
    const { settings, values } = load(files)
    // A name is set as a whole: what another layer had under it is replaced.
    expect(settings.routing).toEqual({ review: { model: 'm' }, plan: { tier: 'heavy' } })
    expect(settings.prices.map(({ model }) => model)).toEqual(['gpt-5.2', 'other'])
    const told = values.filter(({ path }) => path[0] === 'routing' || path[0] === 'prices')
    expect(told.map(({ key, origin }) => `${key} ${origin.where}:${origin.line}`)).toEqual([
      'routing.review /project.yaml:2',
      'routing.plan /user.yaml:1',
      'prices.gpt-5.2 /user.yaml:2',
      'prices.other /project.yaml:4',
    ])
  })

  it('give setup in one form, however it was written, and what it is given key by key', () => {
    const { settings, values } = load({
      '/user.yaml': 'setup:\n  pass: [NPM_TOKEN, ~/.npmrc]\n',
      '/project.yaml': 'setup: [npm ci, make deps]\n',
    })
    expect(settings.setup).toEqual(['npm ci', 'make deps'])
    expect(settings.setupPass).toEqual({ variables: ['NPM_TOKEN'], files: ['.npmrc'], to: 'merged' })
    const told = values.filter(({ path, origin }) => path[0] === 'setup' && origin.layer !== 'default')
    expect(told.map(({ key, origin }) => `${key} ${origin.where}:${origin.line}`)).toEqual([
      'setup.run /project.yaml:1',
      'setup.pass /user.yaml:2',
    ])
    expect(load({ '/project.yaml': 'setup: { run: npm ci, passTo: all }\n' }).settings).toMatchObject({
      setup: ['npm ci'],
      setupPass: { variables: [], files: [], to: 'all' },
    })
  })

  it.each(['~/../etc/passwd', '/etc/passwd', '~', '~/', '~/a//b', 'A B', '../x'])(
    'refuse to pass %s to setup',
    (one) => {
      expect(faultsOf(`setup: { pass: ["${one}"] }\n`)).toEqual([
        expect.stringContaining('/project.yaml:1: setup.pass.0'),
      ])
    },
  )

  it('give commands in one form, however they were written', () => {
    const { settings } = load({
      '/project.yaml':
        'setup: npm ci\nverify:\n  - npm test\n  - { name: lint, run: npm run lint, cwd: web, timeoutMs: 5000 }\n',
    })
    expect(settings.setup).toEqual(['npm ci'])
    expect(settings.verify).toEqual([
      { name: 'npm test', run: 'npm test', cwd: '.', timeoutMs: 600_000 },
      { name: 'lint', run: 'npm run lint', cwd: 'web', timeoutMs: 5000 },
    ])
  })

  it('read CRLF, a byte order mark, comments and an empty file', () => {
    expect(load({ '/project.yaml': '\uFEFF# x\r\nslots: 2\r\n' }).settings.slots).toBe(2)
    expect(load({ '/project.yaml': '' }).settings.slots).toBe(3)
    expect(load({ '/project.yaml': '# only a comment\n' }).settings.slots).toBe(3)
  })
})

describe('faults', () => {
  it.each([
    ['slosts: 2\n', '/project.yaml:1: slosts: there is no such key; did you mean slots?'],
    [
      'slots: 2\nlimits:\n  maxCosts: 3\n',
      '/project.yaml:3: limits.maxCosts: there is no such key; did you mean maxCost?',
    ],
    ['verify:\n  - name: x\n    runn: y\n', '/project.yaml:3: verify.0.runn: there is no such key; did you mean run?'],
    ['slots: 2\nslots: 3\n', '/project.yaml:2: this key appears twice'],
    ['limits:\n\tmaxCost: 1\n', '/project.yaml:2: a tab is used for indentation; YAML needs spaces'],
  ])('%j → %s', (text, expected) => expect(faultsOf(text)).toContain(expected))

  it.each([
    'slots: many\n',
    'slots: 0\n',
    'strategy: fast\n',
    'agent: "Not A Name"\n',
    '- a list\n',
    'just text\n',
    'a: b\n---\nc: d\n',
    'x: *nobody\n',
    '{{{\n',
    'verify: npm test\n',
    'limits: { maxCost: -1 }\n',
  ])('name file and line or field: %j', (text) => expect(faultsOf(text)[0]).toMatch(/^\/project\.yaml(:\d+)?: \S/))

  it('name the variable or the flag that was wrong', () => {
    const loaded = loadConfig(sources({}, { env: { FORGE_SLOTS: 'many' }, flags: { strategy: 'fast' } }))
    const faults = loaded.ok ? [] : loaded.failure.map(told)
    expect(faults[0]).toMatch(/^FORGE_SLOTS: slots: /)
    expect(faults[1]).toMatch(/^--strategy: strategy: /)
  })

  it('tell a file that cannot be read', () => {
    const loaded = loadConfig(sources({}, { readText: () => failed(raw('cannot be read (EACCES)')) }))
    expect(loaded.ok ? '' : told(loaded.failure[0]!)).toBe('/user.yaml: cannot be read (EACCES)')
  })

  it('are told for any text, and nothing is thrown', { timeout: 60_000 }, () => {
    const words = fc.constantFrom(
      'slots',
      'limits',
      'verify',
      ':',
      ' ',
      '\n',
      '\t',
      '\r\n',
      '- ',
      '{',
      '}',
      '[',
      '&a',
      '*a',
      '!!js',
      '\uFEFF',
      '"',
      "'",
      '|',
      '>',
      '%YAML',
      '---',
      '__proto__',
      '<<',
      '2',
      '#',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (written) => {
        const parsed = parseWritten('f', written)
        if (!parsed.ok) expect(parsed.failure.length).toBeGreaterThan(0)
      }),
      { numRuns: 1500 },
    )
  })

  it('T-31 are told for a bomb of aliases', () => {
    const bomb = `a: &a [x]\n${Array.from({ length: 30 }, (_, index) => `b${index}: &b${index} [${`*${index === 0 ? 'a' : `b${index - 1}`},`.repeat(9)}]`).join('\n')}\n`
    expect(faultsOf(bomb).length).toBeGreaterThan(0)
  })
})
