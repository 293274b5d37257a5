/** Forge's dependencies: pinned versions, verified by hash, none of which runs a program on installation. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run.ts'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly link?: true; readonly integrity?: string; readonly hasInstallScript?: true }>
  >
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifests = ['package.json', 'packages/forge/package.json'].map((path) => read(path) as Manifest)
const installed = Object.entries((read('package-lock.json') as Lock).packages).filter(([path]) =>
  path.includes('node_modules/'),
)

it('T-30 every dependency is one version, and few are shipped', () => {
  const versions = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/u.test(version))).toEqual([])
  expect(versions.length).toBeGreaterThan(10)
  expect(Object.keys(manifests[1]?.dependencies ?? {}).length).toBeLessThanOrEqual(15)
})

it('T-30 every package of the lock is known by its hash', () => {
  const strangers = installed.filter(([, { link, integrity }]) => link !== true && integrity === undefined)
  expect(strangers.map(([path]) => path)).toEqual([])
  expect(installed.length).toBeGreaterThan(100)
})

it('T-30 no package may run a program when it is installed', () => {
  const refused = Object.entries(manifests[0]?.allowScripts ?? {}).filter(([, isAllowed]) => !isAllowed)
  const names = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)
  expect(names.filter((path) => !refused.some(([name]) => path.endsWith(`node_modules/${name}`)))).toEqual([])
})
