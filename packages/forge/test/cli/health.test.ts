/** The health report, what Forge wrote into a repository, and the one call before work starts. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../terminal/place.ts'
import { collect, makeStage, type Stage } from './stage.ts'

interface Examined {
  readonly name: { readonly text: string }
  readonly state: string
  readonly detail: { readonly text: string }
}

/** As a process: it looks at the files it was started from. */
async function doctor(stage: Stage): Promise<Record<string, Examined>> {
  const { out } = await collect(await stage.start(['doctor', '--json']))
  const { examined } = JSON.parse(out) as { examined: readonly Examined[] }
  return Object.fromEntries(examined.map((one) => [one.name.text, one]))
}

describe('the health report', { timeout: 120_000 }, () => {
  it('R-18 looks at fourteen things and more, each by itself, and says what it saw of each', async () => {
    const own = makeStage()
    await own.play('done')
    await own.forge(['init', '--yes'])
    const seen = await doctor(own)
    expect(Object.keys(seen).length).toBeGreaterThanOrEqual(14)
    for (const name of ['journal', 'runs', 'migrations', 'stored texts', 'presets', 'gates', 'configuration', 'disk'])
      expect([name, seen[name]?.state]).toEqual([name, 'ok'])
    // The bundle that runs here was built with its list of hashes.
    expect(seen['integrity']).toMatchObject({ state: 'ok', detail: expect.saying('SHA-256') })
    expect(seen['migrations']?.detail).toSay(/\d+ kinds of events, no migration is needed; 1 runs can be read/)
    own.end()
  })

  it('R-18 structure: a preset or a gate of the project that is wrong is a problem with its line', async () => {
    const own = makeStage()
    mkdirSync(join(own.root, '.forge/presets'), { recursive: true })
    mkdirSync(join(own.root, '.forge/gates'))
    writeFileSync(join(own.root, '.forge/presets/mine.yaml'), 'name: mine\ntitel: x\n')
    writeFileSync(join(own.root, '.forge/gates/build.md'), '```gates phase=implement\nrequires x\n```\n')
    const blobs = join(own.places.blobs, 'ab')
    mkdirSync(blobs, { recursive: true })
    await own.play('done')
    writeFileSync(join(blobs, `ab${'0'.repeat(62)}`), 'not what its name says')
    const seen = await doctor(own)
    expect(seen['presets']).toMatchObject({ state: 'problem', detail: expect.saying('mine.yaml:') })
    expect(seen['gates']).toMatchObject({ state: 'problem', detail: expect.saying('build.md:2:') })
    expect(seen['stored texts']).toMatchObject({
      state: 'problem',
      detail: expect.saying('ab/ab0'),
    })
    own.end()
  })

  it('R-18 generated files: what you edited is known as yours; the rest is brought up to date, and every choice is on record', async () => {
    const own = makeStage()
    const file = join(own.root, '.forge/config.yaml')
    await own.forge(['init', '--yes'])
    expect((await doctor(own))['generated files']?.detail).toSay('.forge/config.yaml is unchanged since Forge ')
    // The project has tests now: what Forge wrote and nobody edited is brought up to date.
    writeFileSync(join(own.root, 'package.json'), '{ "scripts": { "test": "node --test" } }\n')
    expect((await own.forge(['init', '--yes'])).out).toMatch(/unchanged +\.forge\/config\.yaml/)
    expect((await own.forge(['init', '--refresh', 'keep'])).out).toMatch(/refreshed +\.forge\/config\.yaml/)
    expect(readFileSync(file, 'utf8')).toContain('npm test')
    writeFileSync(file, 'slots: 2\n')
    expect((await doctor(own))['generated files']?.detail).toSay('.forge/config.yaml was edited after')
    expect((await own.forge(['init', '--refresh', 'keep'])).out).toMatch(/unchanged +\.forge\/config\.yaml/)
    expect(readFileSync(file, 'utf8')).toBe('slots: 2\n')
    expect((await own.forge(['init', '--refresh', 'replace'])).out).toMatch(/replaced +\.forge\/config\.yaml/)
    const aside = readdirSync(join(own.root, '.forge')).filter((name) => name.startsWith('config.yaml.'))
    expect(aside.map((name) => readFileSync(join(own.root, '.forge', name), 'utf8'))).toContain('slots: 2\n')
    const record = JSON.parse(readFileSync(join(own.places.state, 'generated.json'), 'utf8')) as {
      files: Record<string, readonly { choice: string; version: string }[]>
    }
    expect(record.files['.forge/config.yaml']?.map(({ choice }) => choice)).toEqual([
      'written',
      'refreshed',
      'kept',
      'replaced',
    ])
    own.end()
  })
})

describe('preflight', { timeout: 120_000 }, () => {
  let place: Place
  afterEach(() => place.end())

  interface Answer {
    readonly root: string
    readonly git: { readonly branch: string; readonly dirty: readonly string[] }
    readonly config: { readonly hash: string; readonly files: readonly string[]; readonly agent: string }
    readonly index: { readonly hash: string; readonly config: string; readonly texts: string; readonly head: string }
    readonly runs: { readonly all: number }
    readonly warnings: readonly { readonly name: { readonly text: string } }[]
  }
  const asked = async (): Promise<Answer> => JSON.parse((await place.forge(['preflight', '--json'])).out) as Answer

  it('R-13 one call answers root, configuration, index hash and warnings; whatever changes the ground changes the hash', async () => {
    place = await makePlace()
    const first = await asked()
    const file = join(place.root, '.forge/config.yaml')
    expect(first).toMatchObject({
      root: place.root,
      git: { branch: 'main', dirty: [] },
      config: { files: [file], agent: 'scripted:.forge/rehearsal.json' },
      runs: { all: 0, open: 0, waiting: 0 },
    })
    expect((await asked()).index).toEqual(first.index)
    writeFileSync(join(place.root, 'new.txt'), 'new\n')
    const dirty = await asked()
    expect(dirty.git.dirty).toEqual(['new.txt'])
    expect([dirty.index.hash === first.index.hash, dirty.index.head]).toEqual([false, first.index.head])
    writeFileSync(file, `${readFileSync(file, 'utf8')}slots: 1\n`.replace('slots: 2\n', ''))
    const set = await asked()
    expect([set.index.config === first.index.config, set.config.hash]).toEqual([false, set.index.config])
    mkdirSync(join(place.root, '.forge/presets'))
    writeFileSync(join(place.root, '.forge/presets/mine.yaml'), 'name: mine\n')
    const broken = await asked()
    expect(broken.index.texts).not.toBe(set.index.texts)
    expect(broken.warnings.map(({ name }) => name.text)).toContain('presets')
    expect((await place.forge(['preflight'])).exitCode).toBe(1)
  })
})
