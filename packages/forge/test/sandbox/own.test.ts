/** Where bubblewrap is not: agents whose programs can hold themselves are told to, it is on record, and the rest is said aloud. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { argumentsOf as claudeArguments } from '#adapters/agents/claude-code/flags.ts'
import { threadOf } from '#adapters/agents/codex/flags.ts'
import { holdsItself } from '#adapters/agents/session/index.ts'
import { findKind } from '#forge/world/agents/kinds.ts'
import { agentTaskOf } from '#testing/builders/index.ts'
import { agentOfTheDocuments } from '../agents/documents.ts'
import { writeFake } from '../agents/fake.ts'
import { inPlace, type Place } from '../agents/place.ts'
import { pathWithout } from './hiding.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const work = [
  { do: 'begin', session: '11111111-2222-4333-8444-555555555555' },
  { do: 'write', path: 'hello.js', text: "export const hello = () => 'hello'\n" },
  { do: 'answer', answer: { nonce: '{{nonce}}', status: 'done', note: '' } },
] as const

/** A codex that keeps what it is told, a planner and a reviewer, and a PATH without bubblewrap. */
function withoutBubblewrap({ root, bin, project }: Place): { told: string; env: Record<string, string> } {
  const fake = join(root, 'codex-itself')
  renameSync(writeFake(root, 'codex', work), fake)
  const told = join(root, 'told.jsonl')
  const lines = ['#!/bin/sh', `[ "$1" = app-server ] || exec '${fake}' "$@"`, `tee -a '${told}' | '${fake}' "$@"`]
  writeFileSync(join(bin, 'codex'), `${lines.join('\n')}\n`, { mode: 0o755 })
  writeFileSync(join(root, 'agent.mjs'), agentOfTheDocuments())
  const other = `command:node ${join(root, 'agent.mjs')}`
  writeFileSync(
    join(project, '.forge/config.local.yaml'),
    JSON.stringify({ agent: 'codex', routing: { planner: { agent: other }, reviewer: { agent: other } } }),
  )
  const links = join(root, 'links')
  mkdirSync(links)
  return { told, env: { PATH: `${bin}:${pathWithout('bwrap', process.env['PATH'] ?? '', links)}` } }
}

it('T-4 codex keeps its commands to its tree, the attempt has it on record, and what is not held is said aloud', () =>
  inPlace(async (place) => {
    const { told, env } = withoutBubblewrap(place)
    const doctor = await place.forge(['doctor'], env)
    expect(doctor.out).toMatch(/bwrap\) is not installed.*with a sandbox of their own: codex/)
    const ran = await place.forge(['build', 'Say hello', '--yes', '--accept-dirty'], env)
    expect(ran.code, ran.out + ran.err).toBe(0)
    expect(ran.err).toMatch(
      /NO SANDBOX: .*Commands of codex run in the agent's own sandbox.*all checks can read and write/,
    )
    expect(readFileSync(told, 'utf8')).toContain('"sandbox":"workspace-write"')
    const events = (await place.forge(['events'], env)).out
    expect(events).toMatch(/in the agent's own sandbox, network closed; NO SANDBOX of Forge: .*bwrap/)
    expect(events).toMatch(/NO SANDBOX: bubblewrap \(bwrap\) is not installed/)
  }))

it('sandbox: off asks nobody to hold themselves, and require wants the sandbox of Forge, which holds checks too', () =>
  inPlace(async (place) => {
    const { told, env } = withoutBubblewrap(place)
    const off = await place.forge(['build', 'Say hello', '--yes', '--accept-dirty'], { ...env, FORGE_SANDBOX: 'off' })
    expect(off.code, off.out + off.err).toBe(0)
    expect(off.err).not.toContain('NO SANDBOX')
    expect(readFileSync(told, 'utf8')).toContain('"sandbox":"danger-full-access"')
    const required = await place.forge(['build', 'Say hello', '--yes', '--accept-dirty'], {
      ...env,
      FORGE_SANDBOX: 'require',
    })
    expect(required.code).toBe(2)
    expect(required.err).toContain('there is none: bubblewrap (bwrap) is not installed')
  }))

it('who can hold themselves is data, by platform, and each is told in its own words', () => {
  const can = (name: string, platform: NodeJS.Platform): boolean => {
    const kind = findKind(name)
    return kind !== undefined && holdsItself(kind.capabilities, platform)
  }
  expect([can('codex', 'linux'), can('claude-code', 'linux'), can('claude-code', 'darwin')]).toEqual([
    true,
    false,
    true,
  ])
  // Its --sandbox is a container of its own, which needs another daemon.
  expect([can('gemini', 'linux'), can('gemini', 'darwin')]).toEqual([false, false])
  const args = claudeArguments({ asked: agentTaskOf(), around: { ownSandbox: 'used' } })
  expect(JSON.parse(args[args.indexOf('--settings') + 1] ?? '')).toEqual({
    sandbox: {
      enabled: true,
      failIfUnavailable: true,
      allowUnsandboxedCommands: false,
      network: { allowedDomains: [], strictAllowlist: true },
    },
  })
  const around = { pathOf: () => '/trees/m1', ownSandbox: 'used' } as const
  expect(threadOf(agentTaskOf({ do: 'plan' }), around)['sandbox']).toBe('read-only')
  expect(threadOf(agentTaskOf({ do: 'judge' }), around)['sandbox']).toBe('workspace-write')
})
