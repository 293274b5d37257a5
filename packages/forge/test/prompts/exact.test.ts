/** `forge prompt` before an attempt is, byte by byte, what the agent of that attempt then gets. */
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../terminal/place.ts'

let place: Place
afterEach(() => place.end())

const preset = `name: exact
title: Write, ask, work
templates:
  change:
    phases:
      - { name: outline, kind: agent, role: plan, yields: document }
      - { name: mine, kind: ask, about: document, judges: outline, question: Good? }
      - { name: implement, kind: agent, role: worker, yields: work, requires: [outline], context: { architecture: true } }
      - { name: review, kind: agent, role: reviewer, yields: verdict }
start:
  - { id: change, template: change, verify: project }
`
/** Keeps what it is told, then answers as its task wants: a document, work, a verdict. */
const agent = (folder: string): string => `#!/bin/sh
count=$(ls '${folder}' | wc -l)
cat > '${folder}/'$count.told
case $count in
  0) answer='"document":"Do this, then that."' ;;
  1) echo shop > shop.txt; answer='"status":"done"' ;;
  *) answer='"verdict":"approve"' ;;
esac
printf '{"nonce":"%s",%s}' "$FORGE_NONCE" "$answer"
`

interface Shown {
  readonly key: string
  readonly system: string
  readonly text: string
  readonly manifest: { readonly blocks: readonly { readonly name: string; readonly state: string }[] }
}

describe('the exact prompt', { timeout: 120_000 }, () => {
  it('U-18 S0-22 is shown before it is sent, and what was cut of it is told', async () => {
    place = await makePlace()
    const heard = join(place.root, '../heard')
    mkdirSync(heard)
    mkdirSync(join(place.root, '.forge/presets'))
    mkdirSync(join(place.root, '.claude/agents'), { recursive: true })
    writeFileSync(join(place.root, '.forge/presets/exact.yaml'), preset)
    writeFileSync(join(place.root, '.forge/architecture.md'), 'Layers upon layers. '.repeat(3000))
    // A subagent file as it stands takes the place of a persona of Forge.
    writeFileSync(
      join(place.root, '.claude/agents/engineer.md'),
      '---\nname: engineer\n---\nYou build ships — größer.\n',
    )
    writeFileSync(join(place.root, '../agent.sh'), agent(heard))
    chmodSync(join(place.root, '../agent.sh'), 0o755)
    execFileSync('git', ['add', '-A'], { cwd: place.root })
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.invalid', 'commit', '-qm', 'x'], {
      cwd: place.root,
    })
    const named = ['--agent', `command:${join(place.root, '../agent.sh')}`]
    expect((await place.forge(['run', 'exact', 'Build a ship', ...named])).exitCode).toBe(3)
    const shown = JSON.parse((await place.forge(['prompt', 'change', 'implement', '--json'])).out) as Shown
    expect(shown.key).toMatch(/implement#1$/)
    expect(shown.system).toContain('You build ships — größer.')
    expect(shown.text).toContain('Do this, then that.')
    expect(shown.manifest.blocks).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'architecture', state: 'cut' })]),
    )
    expect((await place.forge(['approve', ...named])).exitCode).toBe(0)
    expect(existsSync(join(heard, '2.told'))).toBe(true)
    expect(readFileSync(join(heard, '1.told'), 'utf8')).toBe(`${shown.system}\n\n${shown.text}`)
    const sent = JSON.parse((await place.forge(['prompt', 'change', 'implement', '--sent', '--json'])).out) as Shown
    expect([sent.key, sent.system, sent.text]).toEqual([shown.key, shown.system, shown.text])
  })
})
