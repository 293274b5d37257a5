/**
 * Servers of the Model Context Protocol for the built-in agent: started as its children, spoken with on their input and output,
 * their tools offered as `mcp__<server>__<tool>`. What the protocol has besides tools is not used, so that a library for it is
 * not needed.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { dynamicTool, jsonSchema, type ToolSet } from 'ai'
import { z } from 'zod'
import { JsonValue, type Json } from '#model/json.ts'
import type { BuiltinTask } from './task.ts'

export type ServerSettings = NonNullable<BuiltinTask['servers']>[string]

export interface Servers {
  readonly tools: ToolSet
  close(): void
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

/** A server that does not start or does not answer is an error: the configuration promised it. */
export async function openServers(settings: Readonly<Record<string, ServerSettings>>): Promise<Servers> {
  const opened: { readonly tools: ToolSet; readonly child: ChildProcess }[] = []
  const close = (): void => {
    for (const { child } of opened) child.kill('SIGTERM')
  }
  try {
    for (const [name, server] of Object.entries(settings)) opened.push(await openServer(name, server))
  } catch (error) {
    close()
    throw error
  }
  return { tools: Object.assign({}, ...opened.map(({ tools }) => tools)) as ToolSet, close }
}

async function openServer(name: string, { command, args, env }: ServerSettings) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
  const call = callerOf(child, name)
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'forge', version: '1' } }
  await call('initialize', hello, startMs)
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
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
  return { tools: Object.fromEntries(offered) as ToolSet, child }
}

type Call = (method: string, params: { readonly [key: string]: Json }, ms: number) => Promise<Json>

/** One request, one answer, by its number. */
function callerOf(child: ChildProcess, name: string): Call {
  const waiting = new Map<number, (answer: z.output<typeof Response> | string) => void>()
  const endAll = (why: string): void => {
    for (const settle of waiting.values()) settle(why)
  }
  let last = 0
  if (child.stdout !== null)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = Response.safeParse(jsonOr(line))
      if (answer.success) waiting.get(answer.data.id)?.(answer.data)
    })
  child.on('error', (error) => endAll(error.message))
  child.on('exit', () => endAll('it has ended'))
  child.stdin?.on('error', () => undefined)
  return (method, params, ms) =>
    new Promise((resolve, reject) => {
      const id = (last += 1)
      const timer = setTimeout(() => waiting.get(id)?.('it does not answer'), ms)
      waiting.set(id, (answer) => {
        clearTimeout(timer)
        waiting.delete(id)
        if (typeof answer !== 'string' && answer.error === undefined) resolve(answer.result ?? null)
        else reject(new Error(`MCP server ${name}: ${typeof answer === 'string' ? answer : answer.error?.message}`))
      })
      if (child.exitCode !== null) endAll('it has ended')
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
}

function jsonOr(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
