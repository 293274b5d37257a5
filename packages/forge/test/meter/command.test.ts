import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeStage, type Stage } from '../cli/stage.ts'
import { ask, contentOf } from './fake.ts'

let stage: Stage
beforeAll(() => {
  stage = makeStage()
})
afterAll(() => stage.end())

it('forge fake-llm says how to reach it, tells every request, and ends well on Ctrl-C', async () => {
  const child = await stage.start(['fake-llm', '--log', '--json'])
  const closed = once(child, 'close')
  const items: Record<string, unknown>[] = []
  let waiting: (() => void) | undefined
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    for (const line of chunk.trim().split('\n')) items.push(JSON.parse(line) as Record<string, unknown>)
    waiting?.()
  })
  const until = async (count: number): Promise<void> => {
    while (items.length < count) await new Promise<void>((resolve) => (waiting = resolve))
  }
  await until(1)
  const { url, env } = items[0] as { url: string; env: Record<string, string> }
  expect(env).toMatchObject({ ANTHROPIC_BASE_URL: url, OPENAI_BASE_URL: `${url}/v1`, GOOGLE_GEMINI_BASE_URL: url })
  const prompt = 'FAKE:{"steps":[{"text":"hello"}]}ENDFAKE'
  const got = await ask(url, 'anthropic', { prompt, tools: [{ name: 'x' }] })
  expect(contentOf('anthropic', got).text).toBe('hello')
  await until(2)
  expect(items[1]).toMatchObject({ kind: 'request', wire: 'anthropic', status: 200, rule: 'prompt', turn: 0 })
  child.kill('SIGINT')
  expect(await closed).toEqual([130, null])
})

it('forge fake-llm refuses a script that is wrong, and says where', async () => {
  const { exitCode, error } = await stage.forge(['fake-llm', '--script', 'none.yaml'])
  expect([exitCode, error]).toEqual([2, expect.stringMatching(/none\.yaml: ENOENT/)])
})
