/** The torture chamber itself, and bridges of others in it; `certify.proof.test.ts` puts every adapter through the whole catalogue. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { command } from '#adapters/agents/command/index.ts'
import { certifyByName } from '#testing/certify/by-name.ts'
import { certify, type Candidate } from '#testing/certify/certify.ts'
import { kinds } from '#forge/world/agents/kinds.ts'
import { several } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { tortured } from './certifiable.ts'
import { must } from '../driven/project.ts'
import { inDirectory } from '../processes/living.ts'
import { isMissing } from '../tools.ts'

/** What somebody writes who follows docs/agents.md: it drives the program it is given and speaks as any program does. */
const bridge = `import { spawn } from 'node:child_process'
const [program, how] = process.argv.slice(2)
const child = spawn(program, { stdio: ['inherit', 'pipe', 'inherit'] })
child.stdout.pipe(process.stdout)
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('close', (code, signal) => {
  if (how !== 'lies') process.exit(code ?? 1)
  console.log(JSON.stringify({ nonce: process.env.FORGE_NONCE, status: 'done', note: '' }))
})
`

describe('a bridge of somebody else', { timeout: 120_000 }, () => {
  const certified = (how: string, only: readonly string[]) =>
    inDirectory(async (root) => {
      const file = join(root, 'bridge.mjs')
      writeFileSync(file, bridge)
      return certifyByName(`command:${process.execPath} ${file} {agent:command} ${how}`, { only, tortured })
    })

  it('is certified by its command line, with the program of the chamber where it names its own', async () => {
    const only = ['good', 'half-line', 'dies-after-effect', 'limit-with-reset', 'forged', 'daemon']
    const trials = must(await certified('honestly', only))
    expect(trials.map(({ behaviour, complaints }) => [behaviour, complaints])).toEqual(
      expect.arrayContaining(only.map((name) => [name, []])),
    )
  })

  it('that makes up an answer is found out', async () => {
    const trials = must(await certified('lies', ['silent-exit', 'dies-after-effect']))
    for (const { complaints } of trials) expect(several(complaints)).toSay('accepted as an answer')
  })

  it('that does not say where its agent goes is told how', async () => {
    const refused = await certifyByName('command:my-bridge', {})
    expect(refused.ok ? '' : refused.failure.hint).toSay('{agent:<format>}')
  })
})

describe('the torture chamber', () => {
  it.skipIf(isMissing('bwrap'))(
    'F-27 an adapter that starts its program outside of the walls is told so',
    { timeout: 60_000 },
    async () => {
      const candidate: Candidate = {
        format: 'command',
        create({ wallsOf, ...around }, program) {
          expect(wallsOf).toBeDefined()
          return command.create(around, program)
        },
      }
      const trials = await certify({
        candidate,
        tortured,
        only: ['writes-outside', 'deletes-tests', 'commits', 'rewrites-git'],
      })
      expect(trials.length).toBe(4)
      for (const { complaints } of trials) expect(several(complaints)).toSay("changed the user's repository")
    },
  )

  it('has a wire format for every kind of agent but the scripted one', async () => {
    const refused = []
    for (const { name } of kinds) if (!(await certifyByName(name, { only: [] })).ok) refused.push(name)
    expect(refused).toEqual(['scripted'])
  })

  it.each([
    ['codx', undefined, 'codex?'],
    ['codex', ['hangs'], 'hang?'],
  ])('names what was meant: %s %o', async (name, only, meant) => {
    const refused = await certifyByName(name, defined({ only }))
    expect(refused.ok ? '' : refused.failure.hint).toSay(meant)
  })
})
