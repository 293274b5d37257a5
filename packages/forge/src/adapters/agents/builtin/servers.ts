/**
 * Servers of the Model Context Protocol for the built-in agent: started as its children, connected by their input and
 * output, their tools offered as `mcp__<server>__<tool>`. Only the protocol's tools are used, so no library is needed.
 */
import { dynamicTool, jsonSchema, type ToolSet } from 'ai'
import { z } from 'zod'
import { createLineReader, start, type Running } from '#adapters/exec/index.ts'
import { render } from '#messages/render.ts'
import { JsonValue, type Json } from '#model/json.ts'
import { parseJson } from '#model/parse-json.ts'
import { ownEnvironment } from './command.ts'
import type { BuiltinTask } from './task.ts'

export type ServerSettings = NonNullable<BuiltinTask['servers']>[string]

export interface Servers {
  readonly tools: ToolSet
  /** Resolves when all of them have ended. */
  close(): Promise<void>
}

const startMs = 30_000
const callMs = 600_000

const Response = z.object({
  id: z.number(),
  result: JsonValue.optional(),
  error: z.object({ message: z.string() }).optional(),
})
const Listed = z.object({
  tools: z.array(
    z.object({ name: z.string().regex(/^[\w.-]{1,128}$/), description: z.string().optional(), inputSchema: JsonValue }),
  ),
})
const Called = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })).default([]),
  isError: z.boolean().optional(),
})

/** A server that does not start or answer is an error: the configuration requires it. */
export async function openServers(settings: Readonly<Record<string, ServerSettings>>, root: string): Promise<Servers> {
  const started: Running[] = []
  const close = async (): Promise<void> => {
    await Promise.all(started.map((server) => server.kill()))
  }
  try {
    const tools: ToolSet = {}
    for (const [name, server] of Object.entries(settings)) {
      const { running, call } = await startServer(name, server, root)
      started.push(running)
      Object.assign(tools, await toolsOf(name, running, call))
    }
    return { tools, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function toolsOf(name: string, running: Running, call: Call): Promise<ToolSet> {
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'forge', version: '1' } }
  await call('initialize', hello, startMs)
  running.input.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const { tools } = Listed.parse(await call('tools/list', {}, startMs))
  const offered = tools.map(({ name: tool, description = tool, inputSchema }) => [
    `mcp__${name}__${tool}`.replaceAll('.', '_').slice(0, 64),
    dynamicTool({
      description,
      inputSchema: jsonSchema(inputSchema as Parameters<typeof jsonSchema>[0]),
      async execute(input) {
        const { content, isError } = Called.parse(
          await call('tools/call', { name: tool, arguments: input as Json }, callMs),
        )
        const text = content.map((part) => part.text ?? `[${part.type}]`).join('\n')
        if (isError === true) throw new Error(text)
        return text
      },
    }),
  ])
  return Object.fromEntries(offered) as ToolSet
}

type Call = (method: string, params: { readonly [key: string]: Json }, ms: number) => Promise<Json>

async function startServer(name: string, { command, args, env }: ServerSettings, root: string) {
  const requests = createRequests(name)
  const lines = createLineReader(({ text }) => requests.hear(text), lineBytes)
  const running = await start({
    file: command,
    args,
    cwd: root,
    env: { ...ownEnvironment(), ...env },
    input: 'stays open',
    output: { stdout: nothing, stderr: nothing, onStdout: (chunk) => lines.write(chunk) },
  })
  void running.ended.then(({ unavailable }) =>
    requests.end(unavailable === undefined ? 'it has ended' : render(unavailable, 'en')),
  )
  return { running, call: requests.over((line) => running.input.write(line)) }
}

/** Its output is read as it arrives, and not stored. */
const nothing = { headBytes: 0, tailBytes: 0 }
const lineBytes = 16 * 1024 * 1024

/** One response per request, matched by its number. */
function createRequests(name: string) {
  const waiting = new Map<number, (answer: z.output<typeof Response> | string) => void>()
  let over: string | undefined
  let last = 0
  return {
    hear(line: string): void {
      const answer = Response.safeParse(parseJson(line))
      if (answer.success) waiting.get(answer.data.id)?.(answer.data)
    },
    end(why: string): void {
      over = why
      for (const settle of waiting.values()) settle(why)
    },
    over:
      (write: (line: string) => void): Call =>
      (method, params, ms) =>
        new Promise((resolve, reject) => {
          const id = (last += 1)
          const timer = setTimeout(() => waiting.get(id)?.('it does not answer'), ms)
          const settle = (answer: z.output<typeof Response> | string): void => {
            clearTimeout(timer)
            waiting.delete(id)
            if (typeof answer !== 'string' && answer.error === undefined) resolve(answer.result ?? null)
            else reject(new Error(`MCP server ${name}: ${typeof answer === 'string' ? answer : answer.error?.message}`))
          }
          waiting.set(id, settle)
          if (over === undefined) write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
          else settle(over)
        }),
  }
}
