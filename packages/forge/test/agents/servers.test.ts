/** Which MCP servers of the configuration an attempt gets, by its route. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentsOf } from '#forge/world/agents/registry.ts'
import { render } from '#messages/render.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import { defined } from '#model/defined.ts'

const server = (command: string) => ({ command, args: [], env: {} })

/** What the program in the place of Claude Code was called with. */
async function argumentsFor(mcpServers?: string[], agent = 'claude-code'): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'forge-servers-'))
  try {
    const [program, told] = [join(root, 'claude'), join(root, 'told')]
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" >> '${told}'\n`, { mode: 0o755 })
    const route = { tier: 'light' as const, reasons: [], ...defined({ mcpServers }) }
    const asked = agentTaskOf({ route })
    mkdirSync(join(root, 'trees', asked.tree), { recursive: true })
    const agents = await agentsOf(
      { agent: `${agent}:${program}`, others: [], root },
      {
        pathOf: (tree) => join(root, 'trees', tree),
        privateDir: join(root, 'private'),
        scope: root,
        clock: { wall: () => 0 },
        mcpServers: { docs: server('docs-server'), web: server('web-server') },
      },
    )
    if (!agents.ok) throw new Error(render(agents.failure.message, 'en'))
    await (
      await agents.value.start(asked, () => undefined)
    ).ended
    return readFileSync(told, 'utf8')
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
}

describe('the servers that an attempt gets', { timeout: 30_000 }, () => {
  it('are all of the configuration, unless its route names some', async () => {
    const all = await argumentsFor()
    expect([all.includes('docs-server'), all.includes('web-server')]).toEqual([true, true])
    const one = await argumentsFor(['docs'])
    expect([one.includes('docs-server'), one.includes('web-server')]).toEqual([true, false])
    // Copilot starts none that a session names, only those of its own flag.
    expect(await argumentsFor(['docs'], 'copilot')).toMatch(/--additional-mcp-config\n.*"command":"docs-server"/)
    const none = await argumentsFor([])
    expect([none.includes('docs-server'), none.includes('web-server')]).toEqual([false, false])
  })
})
