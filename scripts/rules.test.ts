import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root, run, type Ran } from './run.ts'

// A rule that never failed in a test may be switched off. A small tree with the real configs and planted violations.
const configs = [
  '.oxlintrc.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'packages/forge/package.json',
  'packages/forge/tsconfig.pure.json',
]
const tree = mkdtempSync(join(tmpdir(), 'forge-rules-'))
const planted = {
  'typescript(no-floating-promises)': `export function a(): void { Promise.resolve(1) }`,
  'typescript(no-misused-promises)': `[1].forEach(async () => { await null })`,
  'typescript(switch-exhaustiveness-check)': `export function c(x: 'a' | 'b'): number { switch (x) { case 'a': return 1; default: return 2 } }`,
  "Unexpected use of 'Date'": `export const d = Date.now()`,
  "Unexpected use of 'performance'": `export const e = performance.now()`,
  "Unexpected use of 'setTimeout'": `setTimeout(() => {}, 1)`,
  "Unexpected use of 'setInterval'": `setInterval(() => {}, 1)`,
  "Unexpected use of 'setImmediate'": `setImmediate(() => {})`,
  "'Math.random' is restricted": `export const h = Math.random()`,
  "'process.env' is restricted": `export const i = process.env['HOME']`,
  'eslint(max-params)': `export const j = (a: 1, b: 1, c: 1, d: 1, e: 1): number => a + b + c + d + e`,
  'eslint(max-lines-per-function)': `export function k(): void {\n${'  k()\n'.repeat(60)}}`,
  'eslint(max-lines)': `//\n`.repeat(501),
}
/** For each strictness flag of tsconfig.base.json a violation; and one that every compiler finds. */
const mistyped = [
  `export const wrong: string = 1`,
  `import { nothing } from './nowhere.ts'\nexport const missing = nothing`,
  `export function strict(x) { return x }`,
  `export const unchecked: number = [1][0]`,
  `export const exact: { d?: string } = { d: undefined }`,
  `class A { m(): void {} }\nexport class Overriding extends A { m(): void {} }`,
  `export function falls(x: number): void { switch (x) { case 1: falls(2); case 2: falls(1) } }`,
  `export function forgets(x: boolean): number | undefined { if (x) return 1 }`,
  `export function local(): void { const unused = 1 }`,
  `export function parameter(unused: number): void {}`,
  `import { wrong } from './t0.ts'\nimport { T } from './t-type.ts'\nexport const verbatim: T = wrong`,
  `export enum Erasable { A }`,
  `// @ts-expect-error nothing is wrong here\nexport const expected = 1`,
  `export const disabled: string = 1 // oxlint-disable-line`,
]
const violations = Object.entries(planted).map(([message, text], index) => ({ message, text, name: `v${index}.ts` }))
const pure = [`import 'node:fs'`, `console.log(1)`, `process.exit()`, `setTimeout(() => {}, 1)`, `void fetch('')`]

function write(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), `${text}\nexport {}\n`)
}

beforeAll(() => {
  for (const config of configs) {
    cpSync(join(root, config), join(tree, config))
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const { name, text } of violations) {
    write(`packages/forge/src/engine/${name}`, text)
    write(`packages/forge/src/adapters/${name}`, text)
  }
  for (const [index, text] of mistyped.entries()) write(`packages/forge/src/engine/t${index}.ts`, text)
  write('packages/forge/src/engine/t-type.ts', `export type T = string`)
  for (const [index, text] of pure.entries()) write(`packages/forge/src/core/p${index}.ts`, text)
  write('packages/forge/src/core/fine.ts', `export const fine = [1].map((x) => x + 1)`)
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

describe('the linter', () => {
  let inEngine: Promise<Ran>
  beforeAll(() => {
    // As `npm run check` calls it.
    inEngine = run(`cd "${tree}" && oxlint --type-aware --type-check --format unix packages/forge/src/engine`, {
      echo: false,
    })
  })

  it('finds every type error that the compiler finds, also where a comment disables the linter', async () => {
    const { output } = await inEngine
    const found = output.split('\n').filter((line) => /\(TS\d+\)\]$/.test(line))
    for (const [index, text] of mistyped.entries())
      expect(found.join('\n'), text).toContain(`packages/forge/src/engine/t${index}.ts:`)
    expect(found.join('\n')).not.toContain('t-type.ts:')
  })

  it('finds every planted violation in the engine', async () => {
    const { output, exitCode } = await inEngine
    expect(exitCode).toBe(1)
    for (const { message, name } of violations) {
      const lines = output.split('\n').filter((line) => line.includes(name))
      expect(lines.join('\n'), name).toContain(message.replace(/^\w+\((.*)\)$/, '$1'))
    }
  })

  it('lets adapters touch the clock, chance, timers and the environment', async () => {
    const { output } = await run(`cd "${tree}" && oxlint --format unix packages/forge/src/adapters`, { echo: false })
    expect(output).not.toMatch(/restricted|Unexpected use of/)
    expect(output).toContain('no-floating-promises')
  })
})

describe('the pure config', () => {
  it('knows neither Node nor the DOM', async () => {
    const { output } = await run(`cd "${tree}" && tsc -p packages/forge/tsconfig.pure.json`, { echo: false })
    for (const index of pure.keys()) expect(output).toContain(`p${index}.ts`)
    expect(output).not.toContain('fine.ts')
  })
})
