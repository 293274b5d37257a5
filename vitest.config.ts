// How tests run. Two projects: `quick` is what `npm test` runs, `proof` holds the long bars (`npm run proof`).
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// The `source` condition makes `#core/x.ts` mean packages/forge/src/core/x.ts, without a build.
const conditions = ['source', 'module', 'node', 'development|production']

// With a plant a property fails on purpose: the first counterexample says enough, a smaller one would take long to find.
const setupFiles = [
  'packages/forge/test/setup/said-in-english.ts',
  ...(process.env['FORGE_LEDGER'] === undefined ? [] : ['scripts/ledger-setup.ts']),
]

const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['source', 'node'] } },
}

const everywhere = ['**/*.proof.test.ts', '**/node_modules/**', '**/dist/**']
/** Tests of values, which leave nothing behind in their process. */
const ofValues = ['packages/*/src/**/*.test.ts', 'packages/*/test/{core,prompts,words}/**/*.test.ts']
const others = ['packages/*/test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts']

// A bound for what hangs; no test is about how fast a machine is.
const bounds = { testTimeout: 60_000, hookTimeout: 60_000 }

const quick = {
  ...shared,
  test: { setupFiles, name: 'quick', include: [...ofValues, ...others], exclude: everywhere, ...bounds },
}

/** Tests that look at their own process, or change it: its memory, its PATH, what it found out about the machine once. */
const alone = ['packages/*/test/{git,processes,sandbox}/**/*.test.ts']

/**
 * All of them at once, as `npm test` wants them: most test files share a process with others, which saves its start and what
 * is compiled in it.
 */
const inThree = [
  {
    ...shared,
    test: { setupFiles, name: 'quick-values', include: ofValues, exclude: everywhere, isolate: false, ...bounds },
  },
  {
    ...shared,
    test: {
      setupFiles,
      name: 'quick-others',
      include: others,
      exclude: [...everywhere, ...ofValues, ...alone],
      isolate: false,
      ...bounds,
    },
  },
  { ...shared, test: { setupFiles, name: 'quick-alone', include: alone, exclude: everywhere, ...bounds } },
]

const isWhole = process.env['FORGE_TESTS'] === 'all'
delete process.env['FORGE_TESTS'] // not for what the tests start

export default defineConfig({
  test: {
    // Most tests wait for processes and disks: with two workers a core, a fifth of the machine was idle.
    maxWorkers: Math.ceil(availableParallelism() * 2.5),
    projects: [
      ...(isWhole ? inThree : [quick]),
      {
        ...shared,
        test: {
          setupFiles,
          name: 'proof',
          include: ['packages/**/*.proof.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 10 * 60_000,
          hookTimeout: 10 * 60_000,
        },
      },
    ],
  },
})
