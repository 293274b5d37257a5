import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Fault, Rule, Step } from '#testing/fake-llm/script.ts'
import { readFakeScript } from '#testing/fake-llm/read-script.ts'
import { ask, contentOf, figuresOf, wires, withFake, type Tool } from './fake.ts'

const directive = (steps: readonly object[], id = 'x'): string =>
  `Do it. FAKE:${JSON.stringify({ id, steps })}ENDFAKE ok?`
const write: Tool = { name: 'write', properties: ['path', 'content'] }

describe.each(wires)('the fake provider speaks %s', (wire) => {
  it.each(['stream', 'whole'] as const)('text, a call of the offered tool, and the scripted figures (%s)', (how) =>
    withFake({}, async ({ url, served }) => {
      const usage = { input: 70, output: 9, cacheRead: 30, cacheWrite: 0 }
      const prompt = directive([
        { text: 'I write it now, with a long sentence about what I do.', write: ['a.txt', 'hi\n'], usage },
      ])
      const got = await ask(url, wire, { prompt, tools: [write], how })
      expect(got.status).toBe(200)
      expect(contentOf(wire, got)).toEqual({
        text: 'I write it now, with a long sentence about what I do.',
        calls: [{ name: 'write', input: { path: 'a.txt', content: 'hi\n' } }],
      })
      expect(figuresOf(wire, got)).toEqual({ input: 70, output: 9, cached: 30 })
      const tokens = { inputTokens: 70, outputTokens: 9, cacheReadTokens: 30, cacheWriteTokens: 0 }
      expect(served().total).toEqual({ requests: 1, tokens })
    }),
  )

  it('the step is the number of assistant turns since the last directive', () =>
    withFake({}, async ({ url }) => {
      const steps = [{ bash: 'one' }, { bash: 'two' }, { text: 'three' }]
      const tools: Tool[] = [{ name: 'bash', properties: ['command'] }]
      const prompt = directive(steps)
      const said: unknown[] = []
      for (const before of [0, 1, 2, 3, 1]) said.push(contentOf(wire, await ask(url, wire, { prompt, before, tools })))
      expect(said).toEqual([
        { text: '', calls: [{ name: 'bash', input: { command: 'one' } }] },
        { text: '', calls: [{ name: 'bash', input: { command: 'two' } }] },
        { text: 'three', calls: [] },
        { text: 'Done.', calls: [] },
        { text: '', calls: [{ name: 'bash', input: { command: 'two' } }] },
      ])
      const again = await ask(url, wire, { prompt, before: 2, tools, last: directive([{ text: 'anew' }]) })
      expect(contentOf(wire, again).text).toBe('anew')
    }))

  it('faults come once each, with status, headers and the error of the provider; then the step', () =>
    withFake({}, async ({ url, served }) => {
      const fail = [
        { status: 429, headers: { 'retry-after': '7' } },
        { status: 500, message: 'boom' },
      ]
      const prompt = directive([{ text: 'at last', fail }])
      const talk = { prompt, tools: [write] }
      const first = await ask(url, wire, talk)
      expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7'])
      expect(JSON.stringify(first.data[0])).toContain(
        {
          anthropic: 'rate_limit_error',
          responses: 'rate_limit_exceeded',
          chat: 'rate_limit_exceeded',
          gemini: 'RESOURCE_EXHAUSTED',
        }[wire],
      )
      const second = await ask(url, wire, talk)
      expect([second.status, JSON.stringify(second.data)]).toEqual([500, expect.stringContaining('boom')])
      expect(contentOf(wire, await ask(url, wire, talk)).text).toBe('at last')
      expect(served().requests.map(({ status, how }) => [status, how])).toEqual([
        [429, 'error'],
        [500, 'error'],
        [200, 'answered'],
      ])
    }))

  it('hangs, drops, cuts, talks garbage and fails inside its stream', () =>
    withFake({}, async ({ url, served }) => {
      const fail = [
        { hang: 20 },
        { drop: true },
        { truncate: true },
        { stall: 20 },
        { garbage: true },
        { sseError: true },
      ]
      const talk = { prompt: directive([{ text: 'a sentence that is long enough to be cut', fail }]), tools: [write] }
      for (const _ of [1, 2, 3, 4]) await expect(ask(url, wire, talk)).rejects.toThrow()
      expect((await ask(url, wire, talk)).text).toMatch(/^<html>/)
      const inside = await ask(url, wire, talk)
      expect(inside.status).toBe(200)
      expect(JSON.stringify(inside.data)).toMatch(/error/)
      expect(contentOf(wire, await ask(url, wire, talk)).text).toBe('a sentence that is long enough to be cut')
      expect(served().requests.map(({ how }) => how)).toEqual([
        'hang',
        'drop',
        'truncate',
        'stall',
        'garbage',
        'sse error',
        'answered',
      ])
    }))

  it('a request that quotes the directive but offers no tools is a side request and uses nothing up', () =>
    withFake({}, async ({ url }) => {
      const prompt = directive([{ text: 'real', fail: [{ status: 429 }] }])
      expect(contentOf(wire, await ask(url, wire, { prompt })).text).toMatch(/side request/)
      expect((await ask(url, wire, { prompt, tools: [write] })).status).toBe(429)
    }))

  it('a side request that wants JSON gets the smallest thing that fits', () =>
    withFake({}, async ({ url }) => {
      const wants = {
        type: 'object',
        properties: {
          model: { type: 'string', enum: ['flash', 'pro'] },
          score: { type: 'integer', minimum: 1 },
          why: {},
        },
        required: ['model', 'score'],
      }
      const got = contentOf(wire, await ask(url, wire, { prompt: directive([{ text: 'real' }]), wants }))
      expect(JSON.parse(got.text)).toEqual({ model: 'flash', score: 1 })
    }))

  it('a directive that is wrong is a 400 that names the field', () =>
    withFake({}, async ({ url }) => {
      const got = await ask(url, wire, { prompt: directive([{ txet: 'x' }]), tools: [write] })
      expect([got.status, got.text]).toEqual([400, expect.stringContaining('txet')])
    }))

  it('rules of a script match by prompt, model and worker, and put captured words in', () =>
    withFake(
      {
        script: {
          version: 1,
          rules: [
            { when: { prompt: ['unit api', 'review'] }, capture: {}, steps: [{ answer: { ok: true } }] },
            {
              when: { prompt: 'unit api', worker: 'w*' },
              capture: { unit: String.raw`unit (\w+)` },
              steps: [{ text: '{{unit}} {{nonce}} {{other}}' }],
            },
            { when: { model: 'big-*' }, capture: {}, steps: [{ text: 'big' }] },
          ],
        },
      },
      async ({ url, served }) => {
        const text = async (talk: Parameters<typeof ask>[2], base = url) =>
          contentOf(wire, await ask(base, wire, { tools: [write], ...talk })).text
        expect(await text({ prompt: 'unit api', system: 'you review' })).toBe('{"ok":true}')
        const prompt = 'unit api, nonce: 0123456789abcdef0123'
        expect(await text({ prompt }, `${url}/w/w7`)).toBe('api 0123456789abcdef0123 {{other}}')
        expect(await text({ prompt: 'else', model: 'big-one' })).toBe('big')
        expect(await text({ prompt })).toMatch(/No rule/)
        expect(served().workers['w7']?.requests).toBe(1)
        expect(served().requests.map(({ rule }) => rule)).toEqual(['rule 1', 'rule 2', 'rule 3', ''])
      },
    ))

  it('a key that is asked for must be there', () =>
    withFake({ key: 'k-1' }, async ({ url }) => {
      const talk = { prompt: 'hello' }
      expect((await ask(url, wire, talk, { authorization: 'Bearer wrong' })).status).toBe(401)
      expect((await ask(url, wire, talk, { 'x-api-key': 'k-1' })).status).toBe(200)
    }))
})

describe('the fake provider picks the tool that the request offers', () => {
  const cases: [string, object, Tool, unknown][] = [
    [
      'Claude writes',
      { write: ['p', 'c'] },
      { name: 'Write', properties: ['file_path', 'content'] },
      { file_path: 'p', content: 'c' },
    ],
    [
      'OpenCode writes',
      { write: ['p', 'c'] },
      { name: 'write', properties: ['content', 'filePath'] },
      { filePath: 'p', content: 'c' },
    ],
    [
      'Goose writes',
      { write: ['p', 'c'] },
      { name: 'developer__write', properties: ['path', 'content'] },
      { path: 'p', content: 'c' },
    ],
    [
      'Gemini writes',
      { write: ['p', 'c'] },
      { name: 'write_file', properties: ['file_path', 'content'] },
      { file_path: 'p', content: 'c' },
    ],
    [
      'Copilot writes',
      { write: ['p', 'c'] },
      { name: 'create', properties: ['path', 'file_text'] },
      { path: 'p', file_text: 'c' },
    ],
    [
      'Claude edits',
      { edit: ['p', 'a', 'b'] },
      { name: 'Edit', properties: ['file_path', 'old_string', 'new_string'] },
      { file_path: 'p', old_string: 'a', new_string: 'b' },
    ],
    [
      'Gemini edits',
      { edit: ['p', 'a', 'b'] },
      { name: 'replace', properties: ['file_path', 'old_string', 'new_string'] },
      { file_path: 'p', old_string: 'a', new_string: 'b' },
    ],
    ['Codex runs', { bash: 'ls' }, { name: 'exec_command', properties: ['cmd'] }, { cmd: 'ls' }],
    ['Gemini runs', { bash: 'ls' }, { name: 'run_shell_command', properties: ['command'] }, { command: 'ls' }],
    ['Claude answers', { answer: { a: 1 } }, { name: 'StructuredOutput' }, { a: 1 }],
    ['an MCP tool', { tool: { name: 'report', input: { b: 2 } } }, { name: 'mcp__forge__report' }, { b: 2 }],
  ]
  it.each(cases)('%s', (_, step, tool, input) =>
    withFake({}, async ({ url }) => {
      const got = await ask(url, 'chat', { prompt: directive([step]), tools: [{ name: 'other' }, tool] })
      expect(contentOf('chat', got).calls).toEqual([{ name: tool.name, input }])
    }),
  )

  it('Codex patches files with its custom tool', () =>
    withFake({}, async ({ url }) => {
      const tools: Tool[] = [{ name: 'apply_patch', type: 'custom' }]
      const got = await ask(url, 'responses', { prompt: directive([{ write: ['src/a.txt', 'one\ntwo\n'] }]), tools })
      const patch = '*** Begin Patch\n*** Add File: src/a.txt\n+one\n+two\n*** End Patch'
      expect(contentOf('responses', got).calls).toEqual([{ name: 'apply_patch', input: patch }])
      expect(got.events.filter((event) => event.startsWith('response.custom_tool_call_input'))).not.toEqual([])
    }))

  it('says which tools there are when none will do', () =>
    withFake({}, async ({ url }) => {
      const got = await ask(url, 'chat', { prompt: directive([{ bash: 'ls' }]), tools: [write] })
      expect(contentOf('chat', got)).toEqual({ text: 'No tool to bash is offered, only: write', calls: [] })
    }))
})

it('the streams have the events of their providers in order', () =>
  withFake({}, async ({ url }) => {
    const prompt = directive([{ thinking: 'hm', text: 'yes', bash: 'ls' }])
    const tools: Tool[] = [{ name: 'bash', properties: ['command'] }]
    const anthropic = await ask(url, 'anthropic', { prompt, tools })
    const block = ['content_block_start', 'content_block_delta', 'content_block_stop']
    expect(anthropic.events).toEqual([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      ...block,
      ...block,
      'message_delta',
      'message_stop',
    ])
    const responses = await ask(url, 'responses', { prompt: directive([{ text: 'yes', bash: 'ls' }]), tools })
    expect(responses.events.map((event) => event.replace('response.', ''))).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    const chat = await ask(url, 'chat', { prompt, tools })
    expect(chat.text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(chat.data.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } })
    expect(chat.data.at(-2)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
    const gemini = await ask(url, 'gemini', { prompt, tools })
    expect(gemini.data.at(-1)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
  }))

it('counts tokens, lists models, and answers what it served', () =>
  withFake({}, async ({ url }) => {
    const post = async (path: string) =>
      (await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify({ messages: [] }) })).json()
    expect(await post('/v1/messages/count_tokens')).toEqual({ input_tokens: expect.any(Number) })
    expect(await post('/v1beta/models/g:countTokens')).toEqual({ totalTokens: expect.any(Number) })
    const list = (await (await fetch(`${url}/v1/models`)).json()) as { data: { id: string }[] }
    expect(list.data.map(({ id }) => id)).toContain('gpt-5.5')
    expect(await (await fetch(`${url}/v1/models/some-model`)).json()).toMatchObject({ id: 'some-model' })
    await ask(`${url}/w/unit-1`, 'chat', { prompt: 'hello' })
    const served = await (await fetch(`${url}/fake/served`)).json()
    expect(served).toMatchObject({ total: { requests: 1 }, workers: { 'unit-1': { requests: 1 } } })
    expect((await fetch(`${url}/else`)).status).toBe(404)
  }))

it('a script file is YAML or JSON, and its errors name the field', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forge-fake-'))
  try {
    const file = join(folder, 'script.yaml')
    writeFileSync(
      file,
      'version: 1\nrules:\n  - when: { model: "m-*" }\n    steps:\n      - { write: [a.txt, hello], slow: 5 }\n',
    )
    expect(await readFakeScript(file)).toMatchObject({ ok: true, value: { rules: [{ when: { model: 'm-*' } }] } })
    writeFileSync(file, 'version: 1\nrules:\n  - capture: { a: "(" }\n    steps:\n      - { bsh: ls }\n')
    expect(await readFakeScript(file)).toMatchObject({
      ok: false,
      failure: [expect.stringMatching(/capture.*regular expression/), expect.stringMatching(/steps\.0.*bsh/)],
    })
    expect(await readFakeScript(join(folder, 'none'))).toMatchObject({
      ok: false,
      failure: [expect.stringMatching(/ENOENT/)],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('every field of a script is documented', () => {
  const page = readFileSync(new URL('../../../../docs/fake-llm.md', import.meta.url), 'utf8')
  const fields = [
    ...Object.keys(Step.shape),
    ...Object.keys(Rule.shape.when.unwrap().shape),
    ...Fault.options.flatMap((option) => Object.keys(option.shape)),
  ]
  expect(fields.filter((field) => !new RegExp(`[\`{ ]${field}[\`,: ]`).test(page))).toEqual([])
})
