/** What an attempt sets and how each program is told; what a repository brings for agents is left alone (T-26). */
import { describe, expect, it } from 'vitest'
import { argumentsOf as claudeArguments, variablesOf } from '#adapters/agents/claude-code/flags.ts'
import { quirks, withoutHelpers } from '#adapters/agents/acp/quirks.ts'
import { decidePermission } from '#adapters/agents/claude-code/policy.ts'
import { argumentsOf as codexArguments, threadOf, turnOf } from '#adapters/agents/codex/flags.ts'
import { strictSchema, withoutNulls } from '#adapters/agents/codex/strict-schema.ts'
import { splitCommandLine } from '#adapters/agents/session/index.ts'
import { answerSchemaOf } from '#model/answer-schema.ts'
import type { Json } from '#model/json.ts'
import type { Route } from '#model/route.ts'
import { agentTaskOf } from '#testing/builders/index.ts'

describe('T-8 no agent starts helpers of its own, unless the operator allows it', () => {
  const helpers = 'allowed'

  it('Claude Code is offered the tool for it only then, and asked for it all the same it is denied', () => {
    const { task } = agentTaskOf()
    const tools = (around: object): string | undefined =>
      valueOf(claudeArguments({ asked: agentTaskOf(), around }), '--tools')
    expect(tools({})?.split(',')).not.toContain('Agent')
    expect(tools({ helpers })?.split(',')).toContain('Agent')
    expect(decidePermission({ task, tree: '/t' }, 'Agent', {})).toMatchObject({ denied: expect.any(String) })
    expect(decidePermission({ task, tree: '/t', helpers }, 'Agent', {})).toBe('allowed')
  })

  it('Codex is told so', () => {
    expect(codexArguments({}, { tree: '/t' }, undefined)).toContain('agents.enabled=false')
    expect(codexArguments({ helpers }, { tree: '/t' }, undefined)).not.toContain('agents.enabled=false')
  })

  const told = quirks.filter(({ alone }) => alone !== undefined)

  it('every program over ACP that is driven here is told so; of some others nobody knows how', () => {
    const untold = quirks.filter((one) => !told.includes(one))
    expect(untold.filter(({ known }) => known === 'driven here')).toEqual([])
    expect(untold.map(({ name }) => name).join(' ')).toBe('amp auggie cline cursor droid grok junie kiro pi vibe')
  })

  it.each(told.map((one) => [one.name, one] as const))('%s is told so', (_, one) => {
    const alone = withoutHelpers(one)
    const words = ({ args, env, files = {} }: typeof one): string => JSON.stringify({ args, env, files })
    expect(words(alone)).not.toBe(words(one))
    expect(words(alone)).toMatch(/task|agent|summon/iu)
  })
})

const route: Route = { tier: 'heavy', model: 'a-model', effort: 'max', reasons: [] }
const servers = { docs: { command: 'docs-server', args: ['--quiet'], env: { LEVEL: '1' } } }

function valueOf(args: readonly string[], flag: string): string | undefined {
  return args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined
}

describe('Claude Code is told', () => {
  const args = claudeArguments({ asked: agentTaskOf({ route }), around: { mcpServers: servers } })

  it('model, effort, system prompt, schema, tools and servers by its flags', () => {
    expect(valueOf(args, '--model')).toBe('a-model')
    expect(valueOf(args, '--effort')).toBe('max')
    expect(valueOf(args, '--append-system-prompt')).toContain('unattended')
    expect(JSON.parse(valueOf(args, '--json-schema') ?? '')).toMatchObject({ type: 'object' })
    expect(valueOf(args, '--tools')?.split(',')).toContain('Write')
    expect(JSON.parse(valueOf(args, '--mcp-config') ?? '')).toEqual({ mcpServers: servers })
    expect(valueOf(args, '--session-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('how far one attempt may go', () => {
    const bounded = claudeArguments({ asked: agentTaskOf(), around: { perAttempt: { turns: 40, dollars: 1.5 } } })
    expect(valueOf(bounded, '--max-turns')).toBe('40')
    expect(valueOf(bounded, '--max-budget-usd')).toBe('1.5')
  })

  it('how far one phase may go, where its route says so: turns, thinking, tools', () => {
    const own: Route = { tier: 'heavy', reasons: [], turns: 7, thinking: 0, tools: ['read', 'web'] }
    const told = claudeArguments({ asked: agentTaskOf({ route: own }), around: { perAttempt: { turns: 40 } } })
    expect(valueOf(told, '--max-turns')).toBe('7')
    expect(valueOf(told, '--tools')?.split(',')).toEqual(['Glob', 'Grep', 'Read', 'WebFetch', 'WebSearch'])
    expect(variablesOf(agentTaskOf({ route: own }))).toEqual({ MAX_THINKING_TOKENS: '0' })
    expect(variablesOf(agentTaskOf())).toEqual({})
    const { task } = agentTaskOf({ route: own })
    const at = { task, tree: '/trees/m1' }
    expect(decidePermission(at, 'Bash', {})).toMatchObject({ denied: expect.any(String) })
    expect(decidePermission(at, 'Write', { file_path: 'a.ts' })).toMatchObject({ denied: expect.any(String) })
    expect(decidePermission(at, 'WebFetch', {})).toBe('allowed')
  })

  it('I-29 a route gives a judge no tool to write with', () => {
    const own: Route = { tier: 'heavy', reasons: [], tools: ['read', 'edit'] }
    const judge = claudeArguments({ asked: agentTaskOf({ do: 'judge', route: own }), around: {} })
    expect(valueOf(judge, '--tools')?.split(',')).toEqual(['Glob', 'Grep', 'Read'])
  })

  it('nothing that was not set', () => {
    const plain = claudeArguments({ asked: agentTaskOf(), around: {} })
    for (const flag of ['--model', '--effort', '--mcp-config', '--resume', '--max-turns', '--max-budget-usd'])
      expect(plain).not.toContain(flag)
  })

  it('T-26 to load no settings, hooks or servers of the repository, unless the operator said so', () => {
    expect(valueOf(args, '--setting-sources')).toBe('')
    expect(args).toContain('--strict-mcp-config')
    const used = claudeArguments({ asked: agentTaskOf(), around: { repositoryFiles: 'used' } })
    expect(used).not.toContain('--setting-sources')
    expect(used).not.toContain('--strict-mcp-config')
  })

  it('to go on with a conversation that was lost', () => {
    const again = claudeArguments({ asked: { ...agentTaskOf(), resume: 's-1' }, around: {} })
    expect(valueOf(again, '--resume')).toBe('s-1')
    expect(again).not.toContain('--session-id')
  })

  it.each([
    ['work', 'Bash', {}, 'allowed'],
    ['work', 'Write', { file_path: '/trees/m1/src/a.ts' }, 'allowed'],
    ['work', 'Write', { file_path: 'src/a.ts' }, 'allowed'],
    ['work', 'Edit', { file_path: '/trees/m1/../m2/a.ts' }, 'denied'],
    ['work', 'Write', { file_path: '/etc/passwd' }, 'denied'],
    ['work', 'Write', { file_path: '/trees/m1' }, 'denied'],
    ['work', 'NotebookEdit', {}, 'denied'],
    ['work', 'AskUserQuestion', {}, 'denied'],
    ['work', 'mcp__docs__find', {}, 'allowed'],
    ['judge', 'Write', { file_path: 'src/a.ts' }, 'denied'],
    ['plan', 'Read', {}, 'allowed'],
  ] as const)('when it is at %s and wants %s %j: %s', (...[what, tool, input, expected]) => {
    const { task } = agentTaskOf({ do: what })
    const decision = decidePermission({ task, tree: '/trees/m1' }, tool, input)
    expect(decision === 'allowed' ? 'allowed' : 'denied').toBe(expected)
  })
})

describe('Codex is told', () => {
  const around = { pathOf: () => '/trees/m1' }

  it('model, effort, instructions, schema and servers, and whose provider it asks', () => {
    const asked = agentTaskOf({ route })
    expect(threadOf(asked, around)).toMatchObject({ model: 'a-model', cwd: '/trees/m1' })
    expect(turnOf(asked)).toMatchObject({ effort: 'max', outputSchema: { additionalProperties: false } })
    const args = codexArguments(
      { mcpServers: servers },
      { tree: '/trees/m1' },
      { baseUrl: 'http://127.0.0.1:9', key: 'k' },
    )
    expect(args.join(' ')).toContain('base_url="http://127.0.0.1:9/v1"')
    expect(args.join(' ')).toContain('mcp_servers.docs={command="docs-server",args=["--quiet"],env={"LEVEL"="1"}')
    expect(args.join(' ')).not.toContain('"k"')
  })

  it('T-26 to trust nothing that the repository configures, unless the operator said so', () => {
    const untrusted = 'projects={"/trees/m1"={trust_level="untrusted"}}'
    expect(codexArguments({}, { tree: '/trees/m1' }, undefined)).toContain(untrusted)
    expect(codexArguments({ repositoryFiles: 'used' }, { tree: '/trees/m1' }, undefined)).not.toContain(untrusted)
  })

  it('not to have its provider search the web, unless a route asks for it', () => {
    const off = 'web_search="disabled"'
    expect(codexArguments({}, { tree: '/t' }, undefined)).toContain(off)
    expect(codexArguments({}, { tree: '/t', tools: ['read', 'web'] }, undefined)).not.toContain(off)
  })

  it('T-8 to start no helpers: the features of that name are not obeyed by every model', () => {
    const args = codexArguments({}, { tree: '/t' }, undefined)
    expect(args[args.indexOf('agents.enabled=false') - 1]).toBe('-c')
  })

  it('to build no sandbox of its own unless it is to: inside of another one every command would fail', () => {
    expect(threadOf(agentTaskOf(), around)['sandbox']).toBe('danger-full-access')
    expect(threadOf(agentTaskOf(), { ...around, ownSandbox: 'used' })['sandbox']).toBe('workspace-write')
  })

  it.each(['work', 'plan', 'judge'] as const)(
    'the schema of %s in its strict form: all required, nothing else',
    (what) => {
      const strict = strictSchema(answerSchemaOf(agentTaskOf({ do: what }).task))
      const visit = (schema: Json): void => {
        if (Array.isArray(schema)) return schema.forEach((part: Json) => visit(part))
        if (typeof schema !== 'object' || schema === null) return
        const { properties, required, ...rest } = schema as { readonly [key: string]: Json }
        for (const name of ['maxLength', 'minLength', 'default', 'pattern', 'oneOf', 'const'])
          expect(rest).not.toHaveProperty(name)
        if (typeof properties === 'object' && properties !== null) expect(required).toEqual(Object.keys(properties))
        for (const part of Object.values(schema)) visit(part)
      }
      visit(strict)
    },
  )

  it('and its nulls mean absence', () => {
    expect(withoutNulls({ a: null, b: [{ c: null, d: 1 }], e: 'x' })).toEqual({ b: [{ d: 1 }], e: 'x' })
  })
})

describe('a command line', () => {
  it.each([
    ['my-agent --prompt {prompt}', ['my-agent', '--prompt', '{prompt}']],
    [String.raw`a "b c" 'd "e' f\ g ""`, ['a', 'b c', 'd "e', 'f g', '']],
  ])('%s is cut into words without a shell', (line, words) => {
    expect(splitCommandLine(line)).toEqual({ ok: true, value: words })
  })

  it.each(['', '  ', 'a "b'])('%j is none', (line) => expect(splitCommandLine(line).ok).toBe(false))
})
