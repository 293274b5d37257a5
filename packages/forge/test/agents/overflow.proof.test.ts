import { vi } from 'vitest'
import { overflowsWith, summariesWith } from './overflow.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

overflowsWith(['openai/gpt-5.5', 'gemini-2.5-pro', 'qwen3@{url}/v1'])
summariesWith(['claude-sonnet-4-5', 'gemini-2.5-pro', 'qwen3@{url}/v1'])
