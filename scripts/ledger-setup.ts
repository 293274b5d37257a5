/** For tests that `npm run ledger` runs (vitest.config.ts): properties stop at their first counterexample. */
import fc from 'fast-check'

fc.configureGlobal({ endOnFailure: true })
