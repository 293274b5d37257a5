/** A real program of a version that cannot work: it is refused before the first attempt, for nothing, with those that can. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ended, type Trial } from './trial.ts'

export async function tooOld(trial: Trial): Promise<readonly string[]> {
  const { agent, llm, project, forgeWithout } = trial
  const { program, args, says } = agent.tooOld ?? { program: '', args: [], says: '' }
  const bin = join(project.root, 'old-bin')
  mkdirSync(bin)
  const words = [program, ...args].map((word) => `'${word}'`).join(' ')
  writeFileSync(join(bin, agent.program), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 })
  const forge = forgeWithout({ ...agent.env(llm.url), PATH: `${bin}:${process.env['PATH'] ?? ''}` })
  const ran = await ended(forge('build', 'Two greetings', '--yes'))
  const said = `${ran.out}${ran.err}`
  const listed = await ended(forge('agents'))
  const examined = await ended(forge('doctor'))
  const { requests } = llm.served()
  return [
    ...(ran.code === 4 ? [] : [`exit ${ran.code} and not 4: ${said.slice(-900)}`]),
    ...(said.includes(says) ? [] : [`it is not said which versions work: ${said.slice(-900)}`]),
    ...(said.includes('npm install -g') ? [] : ['how to get one that works is not said']),
    ...(requests.length === 0 ? [] : [`${requests.length} requests were paid for`]),
    ...(listed.out.includes(says) ? [] : [`forge agents does not say it: ${listed.out.slice(0, 900)}`]),
    ...(examined.out.includes(says) ? [] : [`forge doctor does not say it: ${examined.out.slice(0, 900)}`]),
  ]
}
