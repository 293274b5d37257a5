// How tests run. Two projects: `quick` is what `npm test` runs, `proof` holds the long bars (`npm run proof`).
import { defineConfig } from 'vitest/config'

// The `source` condition makes `#core/x.ts` mean packages/forge/src/core/x.ts, without a build.
const conditions = ['source', 'module', 'node', 'development|production']

// With a plant a property fails on purpose: the first counterexample says enough, a smaller one would take long to find.
const setupFiles = process.env['FORGE_LEDGER'] === undefined ? [] : ['scripts/ledger-setup.ts']

const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['source', 'node'] } },
}

export default defineConfig({
  test: {
    // Most tests wait for processes and disks: a worker for every core, where the default leaves one free.
    maxWorkers: '100%',
    projects: [
      {
        ...shared,
        test: {
          setupFiles,
          name: 'quick',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/test/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/*.proof.test.ts', '**/node_modules/**', '**/dist/**'],
          // A bound for what hangs; no test is about how fast a machine is.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
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
