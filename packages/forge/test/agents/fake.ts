/** Adapters over the fake agent: a program of that name that does as told, in a place of its own. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createScriptedAgents } from '#adapters/agents/scripted/index.ts'
import type { AgentKind, AdapterParts } from '#adapters/agents/session/index.ts'
import type { AgentsHarness, AgentsRoom, Deed } from '#testing/contract/agents-harness.ts'
import type { AwaitAgain } from './fake-agent/deeds.ts'
import { livingWith } from '../processes/living.ts'
import { bundledAlone } from '../../../../scripts/bundled.ts'

const main = await bundledAlone(fileURLToPath(new URL('./fake-agent/main.ts', import.meta.url)))
const start = [process.execPath, '--no-warnings', main]

/** A program that can be started in the place of the real one. */
export function writeFake(root: string, format: string, deeds: readonly (Deed | AwaitAgain)[]): string {
  const program = join(root, `fake-${format}`)
  const file = join(root, 'deeds.json')
  writeFileSync(file, JSON.stringify(deeds))
  const lines = [
    '#!/bin/sh',
    // Most adapters ask for the version first: a whole Node for a constant would be as dear as the task itself.
    `for word; do if [ "$word" = --version ]; then echo '${versionOf(format)}'; exit; fi; done`,
    `exec ${[...start, format, file].map((word) => `'${word}'`).join(' ')} "$@"`,
  ]
  writeFileSync(program, `${lines.join('\n')}\n`, { mode: 0o755 })
  return program
}

const versions = new Map<string, string>()

function versionOf(format: string): string {
  const [file = '', ...args] = start
  const version = versions.get(format) ?? execFileSync(file, [...args, format, '', '--version'], { encoding: 'utf8' })
  versions.set(format, version)
  return version.trim()
}

type Open = (root: string, around: AdapterParts, deeds: readonly Deed[] | 'absent') => AgentsRoom['agents']

async function roomWith(open: Open, deeds: readonly Deed[] | 'absent'): Promise<AgentsRoom> {
  const root = await mkdtemp(join(tmpdir(), 'forge-agents-'))
  const tree = { id: 'r.unit.m1', directory: join(root, 'trees', 'r.unit.m1') }
  mkdirSync(tree.directory, { recursive: true })
  const privateDir = join(root, 'private')
  const around: AdapterParts = {
    pathOf: (id) => join(root, 'trees', id),
    privateDir,
    scope: root,
    clock: { wall: () => 1_000_000 },
  }
  return {
    agents: open(root, around, deeds),
    tree,
    living: (key) => livingWith(`FORGE_KEY=${key}`),
    leftovers: () => (existsSync(privateDir) ? readdirSync(privateDir) : []),
    dispose: () => rm(root, { recursive: true, force: true }),
  }
}

export function fakeHarness(kind: AgentKind, more: Omit<AgentsHarness, 'open'>): AgentsHarness {
  return {
    ...more,
    open: (deeds) =>
      roomWith(
        (root, around) =>
          kind.create(around, deeds === 'absent' ? join(root, 'nobody') : writeFake(root, kind.name, deeds)),
        deeds,
      ),
  }
}

export function scriptedHarness(more: Omit<AgentsHarness, 'open'>): AgentsHarness {
  return {
    ...more,
    open: (deeds) =>
      roomWith((root, around) => {
        const scriptPath = join(root, 'script.json')
        if (deeds !== 'absent')
          writeFileSync(scriptPath, JSON.stringify({ version: 1, rules: [{ steps: deeds.map(stepOf) }] }))
        return createScriptedAgents({ ...around, scriptPath })
      }, deeds),
  }
}

/** The same in the steps of the scripted agent. */
function stepOf(deed: Deed): Record<string, unknown> {
  switch (deed.do) {
    case 'begin':
      return { do: 'session', id: deed.session }
    case 'expect':
      return { do: 'print', text: deed.text } // it is told its task as data, not as a prompt
    case 'say':
      return { do: 'print', text: deed.text }
    case 'use':
      return { do: 'usage', inputTokens: deed.input, outputTokens: deed.output }
    case 'limited':
      return { do: 'rate-limited', retryAfterMs: deed.retryAfterMs }
    case 'answer':
      return { do: 'answer-text', text: JSON.stringify(deed.answer) }
    case 'finish':
      return { do: 'print', text: 'done' }
    case 'fail':
      return { do: 'fail', as: deed.as }
    case 'print':
      return { do: 'print', text: deed.line, to: 'stdout' }
    case 'leave-behind':
      return { do: 'spawn', how: deed.how }
    case 'die':
      return { do: 'signal', name: deed.signal }
    case 'tool':
    case 'write':
    case 'flood':
    case 'ignore-signals':
    case 'hang':
    case 'exit':
      return { ...deed }
  }
}
