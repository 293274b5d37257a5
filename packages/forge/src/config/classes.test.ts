import { describe, expect, it } from 'vitest'
import { classOf, keyClasses, opensWall, stricter } from './classes.ts'
import { keyRows } from './keys.ts'
import { loadConfig, type ConfigSources } from './load.ts'
import { broughtBy } from './trust.ts'

describe('classes of keys', () => {
  it('I-42 every key of the schema has one, and no other', () => {
    const keys = keyRows().map(({ key }) => key)
    expect(keys.filter((key) => classOf(key.split('.')) === undefined)).toEqual([])
    const unused = Object.keys(keyClasses).filter(
      (one) => !keys.some((key) => key === one || key.startsWith(`${one}.`)),
    )
    expect(unused).toEqual([])
  })

  it.each([
    ['sandbox', 'require', 'off', 'require'],
    ['sandbox', 'auto', 'require', 'require'],
    ['network', 'closed', 'open', 'closed'],
    ['network', [5432], 'open', [5432]],
    ['network', [5432, 80], [80, 443], [80]],
    ['network', 'open', [5432], [5432]],
    ['secrets.found', 'refuse', 'allow', 'refuse'],
    ['secrets.allowedIn', ['a'], ['a', 'b'], ['a']],
    ['forbidden', ['a'], ['b'], ['a', 'b']],
    ['limits.maxCost', 5, 500, 5],
    ['limits.maxCost', 5, 1, 1],
  ])('I-42 of two words about %s the stricter counts: %j and %j', (key, own, other, expected) => {
    expect(stricter(key, own, other)).toEqual(expected)
  })

  it('T-21 what lends a login to a program is approved before it is used', () => {
    expect(classOf(['agents', 'my-agent'])).toBe('trusted')
    const config = loaded({ project: 'agents: { my-agent: { login: [.my/auth.json] } }\n' })
    if (!config.ok) throw new Error(JSON.stringify(config.failure))
    expect(broughtBy(config.value, [])).toEqual([
      { what: 'agents.my-agent', value: JSON.stringify({ login: ['.my/auth.json'] }) },
    ])
  })

  it('I-42 a repository that opens a wall is approved like one that has commands', () => {
    expect(opensWall('sandbox', 'off', 'auto')).toBe(true)
    expect(opensWall('sandbox', 'require', 'auto')).toBe(false)
    expect(opensWall('network', [5432], 'closed')).toBe(true)
    expect(opensWall('limits.maxAttempts', 9000, 1000)).toBe(true)
    expect(opensWall('limits.maxCost', 9000, undefined)).toBe(false)
    expect(opensWall('secrets.allowedIn', ['fixtures/'], undefined)).toBe(true)
    expect(opensWall('forbidden', ['db/'], undefined)).toBe(false)
  })
})

const own = 'sandbox: require\nnetwork: closed\nlimits: { maxCost: 5 }\nforbidden: [secret/]\n'
const clone =
  'sandbox: off\nnetwork: open\nlimits: { maxCost: 500 }\nforbidden: [db/]\nsecrets: { found: allow }\nslots: 9\n'

function loaded(files: Readonly<Record<string, string>>, more: Partial<ConfigSources> = {}) {
  return loadConfig({
    files: Object.keys(files).map((path) => ({ layer: path as 'user' | 'project' | 'local', path })),
    env: {},
    flags: {},
    readText: (path) => ({ ok: true, value: files[path] }),
    ...more,
  })
}

describe('the configuration of a clone', () => {
  it('I-42 overrules no wall of the user, and says what was not taken', () => {
    const config = loaded({ user: own, project: clone })
    if (!config.ok) throw new Error(JSON.stringify(config.failure))
    const { settings, untaken } = config.value
    expect(settings).toMatchObject({ sandbox: 'require', network: { ports: [] }, slots: 9 })
    expect(settings.limits.costMicros).toBe(5_000_000)
    expect(settings.boundary).toMatchObject({ forbidden: ['secret/', 'db/'], secrets: 'allow' })
    expect(untaken.map(({ key }) => key)).toEqual(['sandbox', 'network', 'limits.maxCost'])
  })

  it('I-42 may make walls stricter, and the flag of whoever calls wins over both', () => {
    const stricterClone = loaded({ user: 'sandbox: auto\n', project: 'sandbox: require\n' })
    expect(stricterClone.ok && stricterClone.value.settings.sandbox).toBe('require')
    const flagged = loaded({ user: own, project: clone }, { flags: { sandbox: 'off' } })
    expect(flagged.ok && flagged.value.settings.sandbox).toBe('off')
  })

  it('I-42 may not say which folders are trusted', () => {
    const config = loaded({ user: 'trusted: [~/mine]\n', project: 'trusted: [/]\n' })
    expect(config.ok ? [] : config.failure.map(({ field }) => field)).toEqual(['trusted'])
    const mine = loaded({ user: 'trusted: [~/mine]\n' })
    expect(mine.ok && mine.value.settings.trusted).toEqual(['~/mine'])
    const told = loaded({}, { env: { FORGE_TRUSTED: '/a:/b c' } })
    expect(told.ok && told.value.settings.trusted).toEqual(['/a', '/b c'])
  })
})
