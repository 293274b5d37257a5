/** `demo`: a real run on a sample project, with a scripted agent: no key, no model, none of your files is touched. */
import { z } from 'zod'
import { makeSampleProject, openForge, type Forge } from '#forge.ts'
import { render } from '#messages/render.ts'
import { raw, say } from '#messages/said.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { drive, DrivenItem, drivingExits, renderDriven } from './driving.ts'
import { operation } from './operation.ts'

import { trustOwn } from './trusting.ts'

export default operation({
  name: 'demo',
  summary: 'Show a real run on a sample project, without a key or a model',
  details:
    'Makes a small project with real tests in a temporary folder and runs a scripted agent on it: real git, real checks, two\n' +
    'units in parallel. One fails its tests and is repaired; the reviewer sends the other one back.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({}),
  positionals: [],
  output: DrivenItem,
  examples: [{ command: 'forge demo', what: 'takes about ten seconds' }],
  exits: drivingExits,
  async run(forge, _input, talk) {
    const { project, request } = await makeSampleProject()
    talk.say(say('demo.project', { path: project }))
    talk.say(say('demo.request', { request }))
    const sample = openForge(surroundingsOf(forge, project))
    try {
      // Forge itself has just written it.
      await trustOwn(sample)
      const consent = { yes: true, allowPlanCommands: false, allowGateChanges: false }
      const done = await drive(
        sample,
        { begin: { preset: 'build', request: render(request, 'en'), dirt: 'refuse' } },
        consent,
        talk,
      )
      if (!done.ok) return done
      return success({ ...done.value, next: [raw(`cd ${project} && git log --graph --oneline --all`), step('init')] })
    } finally {
      await sample.close()
    }
  },
  render: renderDriven,
})

/** The state of the demo is beside its project, so that only one folder needs deleting. */
function surroundingsOf({ surroundings }: Forge, project: string): Forge['surroundings'] {
  return { ...surroundings, cwd: project, env: { ...surroundings.env, XDG_STATE_HOME: `${project}-state` } }
}
