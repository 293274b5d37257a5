import { describe, expect, it } from 'vitest'
import { examineImports, moduleFloor } from './imports.ts'
import { importsIn, readSources } from './imports/modules.ts'

/** A tiny valid tree with one module of each room, plus the modules that a test plants. */
function examine(planted: Record<string, string>): string[] {
  const healthy = {
    'model/run.ts': `import { z } from 'zod'`,
    'core/fold.ts': `import type { Run } from '#model/run.ts'`,
    'core/views/status.ts': `import { fold } from '#core/fold.ts'`,
    'engine/ports.ts': `import type { Run } from '#model/run.ts'`,
    'engine/actor.ts': `import { fold } from '#core/fold.ts'\nimport type { Log } from './ports.ts'`,
    'adapters/exec/spawn.ts': `import { spawn } from 'node:child_process'`,
    'adapters/log/disk/log.ts': `import type { Log } from '#engine/ports.ts'`,
    'adapters/log/sqlite/log.ts': `import type { Log } from '#engine/ports.ts'\nimport './schema.ts'`,
    'adapters/log/sqlite/schema.ts': ``,
    'forge.ts': `export * from './forge/testing.ts'\nawait import('./forge/place/places.ts')`,
    'forge/place/store.ts': `export * as log from '#adapters/log/sqlite/log.ts'`,
    'forge/place/places.ts': `import { statSync } from 'node:fs'\nimport './store.ts'`,
    'forge/testing.ts': `import type { Fake } from '#testing/fake.ts'\nawait import('#testing/fake.ts')`,
    'testing/fake.ts': `import { refusal } from '#forge/refusal.ts'`,
    'forge/refusal.ts': ``,
    'surfaces/operations/status.ts': `import * as forge from '#forge.ts'`,
    'surfaces/cli/main.ts': `const status = await import('#surfaces/operations/status.ts')`,
  }
  return examineImports(new Map(Object.entries({ ...healthy, ...planted })), 1)
}

describe('import directions', () => {
  it('hold in the real tree, over at least the floor of modules', () => {
    expect(examineImports(readSources(), moduleFloor)).toEqual([])
  })

  it('accept a healthy tree', () => {
    expect(examine({})).toEqual([])
  })

  it('fail below the floor of modules', () => {
    expect(examineImports(new Map(), 1)).toEqual(['only 0 modules seen, the floor is 1'])
  })

  it.each([
    ['core importing node:fs', { 'core/read.ts': `import { readFileSync } from 'node:fs'` }, 'node:fs'],
    ['core importing a package', { 'core/read.ts': `import { z } from 'zod'` }, 'package zod'],
    ['model importing core', { 'model/unit.ts': `import { fold } from '#core/fold.ts'` }, 'core/fold.ts'],
    ['engine importing adapters', { 'engine/lease.ts': `import '#adapters/exec/spawn.ts'` }, 'adapters/exec'],
    ['engine importing node', { 'engine/lease.ts': `import { open } from 'node:fs/promises'` }, 'node:fs/promises'],
    [
      'an adapter importing another adapter',
      { 'adapters/git/merge.ts': `import { log } from '#adapters/log/sqlite/log.ts'` },
      'adapters/log/sqlite',
    ],
    [
      'an adapter importing its sibling',
      { 'adapters/log/disk/rows.ts': `import '#adapters/log/sqlite/schema.ts'` },
      'adapters/log/sqlite',
    ],
    ['an adapter importing the actor', { 'adapters/git/merge.ts': `import '#engine/actor.ts'` }, 'engine/actor'],
    ['an adapter importing core', { 'adapters/git/merge.ts': `import '#core/fold.ts'` }, 'core/fold'],
    ['surfaces importing engine', { 'surfaces/cli/run.ts': `import '#engine/actor.ts'` }, 'engine/actor'],
    [
      'surfaces importing what folds a view',
      { 'surfaces/cli/run.ts': `import { viewOf } from '#core/views/status.ts'` },
      'core/views/status',
    ],
    [
      'surfaces importing the type of the state',
      { 'surfaces/cli/run.ts': `import type { RunState } from '#core/state/state.ts'`, 'core/state/state.ts': `` },
      'core/state',
    ],
    ['surfaces importing core', { 'surfaces/cli/run.ts': `import '#core/fold.ts'` }, 'core/fold'],
    ['a type import that points upward', { 'model/unit.ts': `import type { A } from '#engine/ports.ts'` }, 'ports'],
    ['a dynamic import that points upward', { 'core/late.ts': `await import('#engine/actor.ts')` }, 'engine/actor'],
    ['a re-export that points upward', { 'core/late.ts': `export {\n  a,\n} from '#engine/actor.ts'` }, 'engine/actor'],
    [
      'test equipment loaded with the product',
      { 'forge/testing.ts': `import { fake } from '#testing/fake.ts'` },
      'late',
    ],
    ['test equipment reached from elsewhere', { 'forge/world.ts': `import '#testing/fake.ts'` }, 'testing/fake.ts'],
    [
      'surfaces importing test equipment',
      { 'surfaces/cli/run.ts': `await import('#testing/fake.ts')` },
      'testing/fake',
    ],
    ['test equipment importing surfaces', { 'testing/other.ts': `import '#surfaces/cli/main.ts'` }, 'surfaces/cli'],
    ['node:fs in the application room', { 'forge/look/run.ts': `import { statSync } from 'node:fs'` }, 'node:fs'],
    [
      'node:fs/promises in the application room',
      { 'forge/world/world.ts': `const { mkdir } = await import('node:fs/promises')` },
      'node:fs/promises',
    ],
    ['node:fs at a surface', { 'surfaces/cli/run.ts': `import type { Stats } from 'node:fs'` }, 'node:fs'],
    [
      'SQLite opened in a second file',
      { 'forge/drive/loop.ts': `import { log } from '#adapters/log/sqlite/log.ts'` },
      'forge/place/store.ts names the store',
    ],
    [
      'a second late boundary',
      { 'forge/drive/loop.ts': `const places = await import('#forge/place/places.ts')` },
      'loaded late in forge.ts alone',
    ],
    ['a room without a row', { 'utils/strings.ts': `` }, 'no row'],
    ['a path that climbs out of its folder', { 'core/next/rule.ts': `import '../fold.ts'` }, 'write #core/fold.ts'],
    ['an import of nothing', { 'core/next/rule.ts': `import './gone.ts'` }, 'names no module'],
  ])('fail on %s', (_name, planted, expected) => {
    const objections = examine(planted)
    expect(objections).toHaveLength(1)
    expect(objections[0]).toContain(expected)
  })

  it('fail on an import cycle and show it', () => {
    const planted = { 'core/a.ts': `import './b.ts'`, 'core/b.ts': `import './c.ts'`, 'core/c.ts': `import './a.ts'` }
    expect(examine(planted)).toEqual(['import cycle: core/a.ts → core/b.ts → core/c.ts → core/a.ts'])
  })

  it('fail on a cycle of folders without one of files, and show an import for each of its steps', () => {
    const planted = {
      'core/state/apply.ts': `import '#core/verdict/words.ts'`,
      'core/state/state.ts': ``,
      'core/verdict/words.ts': ``,
      'core/verdict/judge.ts': `import type { Plan } from '#core/graph/plan.ts'`,
      'core/graph/plan.ts': `import '#core/state/state.ts'`,
    }
    expect(examine(planted)).toEqual([
      'folder cycle: core/state → core/verdict → core/graph → core/state (core/state/apply.ts imports core/verdict/words.ts; ' +
        'core/verdict/judge.ts imports core/graph/plan.ts; core/graph/plan.ts imports core/state/state.ts)',
    ])
  })

  it('accept a folder and the folder inside it, which are one place', () => {
    const planted = {
      'engine/driver.ts': `import './perform/perform-attempt.ts'`,
      'engine/perform/perform-attempt.ts': `import '#engine/ports.ts'`,
    }
    expect(examine(planted)).toEqual([])
  })
})

describe('reading imports', () => {
  it.each([
    [`import a, { b } from 'x'`, ['x']],
    [`import type { A } from "x"`, ['x']],
    [`import {\n  a, // why\n  b,\n} from './x.ts'`, ['./x.ts']],
    [`export * as ns from 'x'\nexport * from 'y'`, ['x', 'y']],
    [`import 'x'`, ['x']],
    [`type T = import('x').T`, ['x']],
    [`// import { a } from 'x'\n/**\n * import 'y'\n */`, []],
    [`export const from = 'x'`, []],
  ])('%j', (text, expected) => {
    expect(importsIn(text).map(({ specifier }) => specifier)).toEqual(expected)
  })
})
