/** A small project with real tests, and a script for agents that work on it: `forge demo` uses it. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { environmentOf, run } from '#adapters/exec/index.ts'
import { render } from '#messages/render.ts'
import { say, type Said } from '#messages/said.ts'
import { script, testOf } from './script.ts'

export const sampleRequest: Said = say('sample.request')

const files: Readonly<Record<string, string>> = {
  'package.json':
    '{ "name": "little-text", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/trim.js': '/** Without white space at both ends. */\nexport const trim = (text) => text.trim()\n',
  'test/trim.test.js': testOf('trim', "assert.equal(trim('  a '), 'a')"),
  '.gitignore': 'node_modules/\n',
  '.forge/config.yaml':
    'verify:\n  - name: test\n    run: node --test\nagent: scripted:.forge/rehearsal.yaml\nslots: 3\n',
  '.forge/rehearsal.yaml': script(),
}

/** Creates the project in a new temporary folder, with one commit; returns its path. */
export async function makeSample(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'forge-demo-'))
  const project = join(folder, 'little-text')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const env = environmentOf({ home: folder, tmp: folder, set: { GIT_CONFIG_NOSYSTEM: '1' } })
  const identity = ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.invalid']
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    [...identity, 'commit', '--quiet', '-m', 'Start'],
  ]) {
    const ended = await run({ file: 'git', args, cwd: project, env, wallMs: 60_000 })
    if (ended.exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${whyEnded(ended)}`)
  }
  return project
}

function whyEnded({ unavailable, stderr }: Awaited<ReturnType<typeof run>>): string {
  return unavailable === undefined ? stderr.tail.toString('utf8') : render(unavailable, 'en')
}
