/** The built-in agent as the engine starts it, behind the meter, against the fake provider. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { AdapterParts } from '#adapters/agents/session/index.ts'
import { keptName } from '#adapters/agents/session/private-place.ts'
import { createBuiltinAgents } from '#adapters/agents/builtin/index.ts'
import { isLimit } from '#core/provider/waits.ts'
import { startFakeLlm, type FakeLlm, type FakeRequest } from '#testing/fake-llm/server.ts'
import type { AgentEnd, AgentSession, AgentTask } from '#engine/ports.ts'
import type { AgentEvent } from '#model/agent-event.ts'
import type { Report } from '#model/attempt.ts'
import { agentTaskOf } from '#testing/builders/agent-task.ts'
import { defined } from '#model/defined.ts'
import { createMetering } from '../../src/forge/world/meter.ts'
import { expectNothingLeft, nonce } from '../processes/rehearsal.ts'
import { freshKey, inDirectory } from '../processes/living.ts'
import { bundledAlone, compiled } from '../../../../scripts/bundled.ts'

const agent = await bundledAlone(fileURLToPath(new URL('../../src/adapters/agents/builtin/agent.ts', import.meta.url)))

export interface Stage {
  readonly root: string
  readonly tree: string
  readonly key: string
  readonly fake: FakeLlm
  readonly events: AgentEvent[]
  readonly reports: Report[]
  readonly start: (
    steps: readonly object[],
    more?: Partial<AgentTask['task']>,
    /** The conversation that was lost. */
    resume?: string,
  ) => Promise<AgentSession>
  /** Start, wait for the end, and see that nothing of it is left. */
  readonly perform: (steps: readonly object[], more?: Partial<AgentTask['task']>) => Promise<AgentEnd>
}

export const done = { nonce, status: 'done', note: 'ok' }

/** As a directive has to say it: in what comes from outside the real nonce is made harmless. */
const scripted = (steps: readonly object[]): string => JSON.stringify({ id: 'x', steps }).replaceAll(nonce, '{{nonce}}')

interface More {
  readonly turns?: number
  readonly mcpServers?: NonNullable<AdapterParts['mcpServers']>
  /** The provider; its script answers prompts without steps. */
  readonly fake?: FakeRequest
}

/** `model` is what stands behind `builtin:`; `{url}` in it is the fake provider. */
export function onStage(
  model: string,
  act: (stage: Stage) => Promise<void>,
  { fake: provider, ...more }: More = {},
): Promise<void> {
  return inDirectory(async (root) => {
    const tree = join(root, 'trees', 'r.unit.m1')
    mkdirSync(tree, { recursive: true })
    const started = await startFakeLlm(provider)
    if (!started.ok) throw new Error(started.failure)
    const fake = started.value
    const [key, events, reports]: [string, AgentEvent[], Report[]] = [freshKey(), [], []]
    const metering = createMetering({ env: environmentOf(fake.url), wall: () => 1_000_000 })
    const agents = metering.metered(
      createBuiltinAgents({
        ...(model === '' ? {} : { model: model.replace('{url}', fake.url) }),
        program: writeProgram(root),
        pathOf: (id) => join(root, 'trees', id),
        privateDir: join(root, 'private'),
        scope: root,
        clock: { wall: () => 1_000_000 },
        endpointOf: metering.endpointOf,
        onEvent: (_, event) => events.push(event),
        ...more,
      }),
    )
    const start: Stage['start'] = (steps, more = {}, resume) => {
      // A separator that is no end of a line to anybody but some readers of lines.
      const brief = `do it\u2028${steps.length === 0 ? '' : `FAKE:${scripted(steps)}ENDFAKE`}`
      const lost = defined({ resume })
      return agents.start(agentTaskOf({ nonce, brief, ...more }, { key, ...lost }), (report) => reports.push(report))
    }
    const perform: Stage['perform'] = async (steps, more) => {
      const end = await (await start(steps, more)).ended
      // A limit ends the attempt and not its conversation.
      if (isLimited(end)) expect(readdirSync(join(root, 'private'))).toEqual([keptName(key)])
      else expectNothingLeft(root, key)
      return end
    }
    try {
      await act({ root, tree, key, fake, events, reports, start, perform })
    } finally {
      await fake.close()
    }
  })
}

/** The agent's own program as it is shipped: half of what its sources cost to start. */
function writeProgram(root: string): string {
  const program = join(root, 'builtin-agent')
  const line = `NODE_COMPILE_CACHE='${compiled}' exec '${process.execPath}' '${agent}'`
  writeFileSync(program, `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  return program
}

function environmentOf(url: string): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: 'real-secret',
    ANTHROPIC_BASE_URL: url,
    OPENAI_API_KEY: 'real-secret',
    OPENAI_BASE_URL: `${url}/v1`,
    GEMINI_API_KEY: 'real-secret',
    GOOGLE_GEMINI_BASE_URL: url,
  }
}

export function expectAnswered(end: AgentEnd): void {
  expect(end).toMatchObject({ end: 'answered', answer: done })
}

function isLimited(end: AgentEnd): boolean {
  return end.end === 'failed' && isLimit(end.failure)
}
