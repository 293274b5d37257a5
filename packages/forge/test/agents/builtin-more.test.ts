/** The built-in agent goes on with a conversation that was lost, and uses servers of the Model Context Protocol. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { done, expectAnswered, onStage } from './builtin.ts'
import { resumedWith } from './resumed.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

// Two wire formats whose messages differ most; `resumed.proof.test.ts` has the others.
resumedWith(['claude-sonnet-4-5', 'openai/gpt-5.5'])

const server = `import { createInterface } from 'node:readline'
const say = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
const tool = { name: 'find', description: 'Find', inputSchema: { type: 'object', properties: { word: { type: 'string' } } } }
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') say(id, { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 's' } })
  if (method === 'tools/list') say(id, { tools: [tool, { ...tool, name: 'break' }] })
  if (method === 'tools/call' && params.name === 'find')
    say(id, { content: [{ type: 'text', text: process.env.LEVEL + ' found\\u2028' + params.arguments.word }] })
  if (method === 'tools/call' && params.name === 'break') say(id, { content: [{ type: 'text', text: 'broken' }], isError: true })
})
`

function withServer<T>(act: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'forge-server-'))
  writeFileSync(join(folder, 'server.mjs'), server)
  return act(join(folder, 'server.mjs')).finally(() => rmSync(folder, { recursive: true, force: true }))
}

describe('servers of the Model Context Protocol', () => {
  it('their tools are offered, called and answered; what one says is an error is one', () =>
    withServer((file) =>
      onStage(
        'claude-sonnet-4-5',
        async ({ perform, events }) => {
          const end = await perform([
            { tool: { name: 'mcp__docs__find', input: { word: 'gold' } } },
            { tool: { name: 'mcp__docs__break', input: {} } },
            { answer: done },
          ])
          expectAnswered(end)
          const results = events.flatMap((event) => (event.type === 'tool_result' ? [[event.ok, event.output]] : []))
          expect(results.slice(0, 2)).toEqual([
            // A separator that some readers of lines take for an end (F-24).
            [true, 'high found\u2028gold'],
            [false, 'broken'],
          ])
        },
        { mcpServers: { docs: { command: process.execPath, args: [file], env: { LEVEL: 'high' } } } },
      ),
    ))

  it('one that does not start fails the attempt, and says which', () =>
    onStage(
      'claude-sonnet-4-5',
      async ({ perform, events }) => {
        expect(await perform([{ answer: done }])).toMatchObject({ end: 'failed' })
        expect(JSON.stringify(events)).toContain('MCP server docs:')
      },
      { mcpServers: { docs: { command: '/nowhere/server', args: [], env: {} } } },
    ))
})
