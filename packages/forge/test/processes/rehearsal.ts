/** A place where scripted agents are started as the engine starts them. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { createScriptedAgents, type ScriptedAgentsRequest } from '#adapters/agents/scripted/index.ts'
import type { AgentEnd, AgentSession, AgentTask } from '#engine/ports.ts'
import type { Report } from '#model/attempt.ts'
import { Failure } from '#model/failure.ts'
import { agentTaskOf } from '#testing/builders/agent-task.ts'
import { bundledCommandLine } from '../../../../scripts/bundled.ts'
import { freshKey, inDirectory, livingWith } from './living.ts'

/** As it is shipped: a suite starts a hundred of them. */
const program = join(dirname(await bundledCommandLine()), 'scripted-agent.js')

export const nonce = 'a'.repeat(64)

export type StepList = readonly Record<string, unknown>[]

export interface Rehearsal {
  readonly root: string
  readonly tree: string
  readonly key: string
  readonly reports: Report[]
  readonly start: (script: StepList | string, task?: Partial<AgentTask['task']>) => Promise<AgentSession>
  /** Start, wait for the end, and see that nothing of it is left. */
  readonly perform: (script: StepList | string, task?: Partial<AgentTask['task']>) => Promise<AgentEnd>
}

export function rehearse(
  act: (at: Rehearsal) => Promise<void>,
  more: Partial<ScriptedAgentsRequest> = {},
): Promise<void> {
  return inDirectory(async (root) => {
    const tree = join(root, 'trees', 'r.unit.m1')
    mkdirSync(tree, { recursive: true })
    const key = freshKey()
    const reports: Report[] = []
    const scriptPath = join(root, 'script.yaml')
    const agents = createScriptedAgents({
      scriptPath,
      pathOf: (id) => join(root, 'trees', id),
      privateDir: join(root, 'private'),
      scope: root,
      clock: { wall: () => 1_000_000 },
      program,
      ...more,
    })
    const start: Rehearsal['start'] = (script, task = {}) => {
      const text = typeof script === 'string' ? script : JSON.stringify({ version: 1, rules: [{ steps: script }] })
      writeFileSync(scriptPath, text)
      return agents.start(agentTaskOf({ nonce, ...task }, { key }), (report) => reports.push(report))
    }
    const perform: Rehearsal['perform'] = async (script, task) => {
      const end = await (await start(script, task)).ended
      if (end.end === 'failed') expect(Failure.parse(end.failure)).toEqual(end.failure)
      expectNothingLeft(root, key)
      return end
    }
    await act({ root, tree, key, reports, start, perform })
  })
}

export function expectNothingLeft(root: string, key: string): void {
  expect(livingWith(`FORGE_KEY=${key}`)).toEqual([])
  if (existsSync(join(root, 'private'))) expect(readdirSync(join(root, 'private'))).toEqual([])
}
