import { vi } from 'vitest'
import { overflowsWith, summariesWith } from './overflow.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

// Two wire formats whose messages differ most; `overflow.proof.test.ts` has the others.
overflowsWith(['claude-sonnet-4-5'])
summariesWith(['openai/gpt-5.5'])
