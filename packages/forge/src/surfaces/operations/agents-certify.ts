/** `agents certify`: runs the torture chamber on one adapter, behaviour by behaviour. */
import { z } from 'zod'
import { certifyAgent } from '#forge.ts'
import { say } from '#messages/said.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { operation } from './operation.ts'
import { dim, toned, type Line } from './text/line.ts'
import { renderNow, textOf } from './text/message.ts'
import { padded } from './text/width.ts'

const Trial = z.object({
  behaviour: z.string(),
  what: Said.describe('What the agent did wrong'),
  seen: Said.describe('How the attempt ended'),
  complaints: z.array(Said).describe('What is wrong with that; empty: it passed'),
})

export default operation({
  name: 'agents certify',
  summary: 'Test an adapter against an agent that misbehaves in every known way',
  details:
    'A program that speaks the wire format of the agent replaces the real one. It hangs, floods, lies, crashes, answers twice, leaves\n' +
    'processes behind and tries to change your repository. Needs no model, no key and no installed agent.\n' +
    'To certify your own program that starts another agent, use command:<command line> or acp:<command line> and write\n' +
    '{agent:<format>} in place of that agent. Authors of adapters run the same catalogue with certify from forgeloop/testing.',
  does: 'decides',
  shape: 'stream',
  input: z.strictObject({
    agent: z
      .string()
      .min(1)
      .max(2000)
      .describe('Name of the adapter, as forge agents shows it, or command:<command line>'),
    only: z.string().optional().describe('One behaviour of the catalogue'),
  }),
  positionals: ['agent'],
  output: Trial,
  examples: [
    { command: 'forge agents certify claude-code', what: 'takes about ten seconds' },
    { command: 'forge agents certify acp --only hang', what: 'one behaviour' },
    {
      command: 'forge agents certify "command:node my-bridge.mjs {agent:claude-code}"',
      what: 'a bridge of your own to a program that speaks as Claude Code does',
    },
  ],
  exits: { unsuccessful: 'the adapter misjudged a behaviour' },
  async run(_forge, { agent, only }, talk) {
    const certified = await certifyAgent(agent, {
      ...(only === undefined ? {} : { only: [only] }),
      onTrial: ({ complaints, ...trial }) => talk.emit({ ...trial, complaints: [...complaints] }),
    })
    if (!certified.ok) return certified
    const bad = certified.value.filter(({ complaints }) => complaints.length > 0).length
    talk.say(say('certify.sum', { good: certified.value.length - bad, all: certified.value.length }))
    // A command line with a placeholder is no agent yet.
    const next = agent.includes('{agent') ? [] : [step('agents try', { agent })]
    return success({ exit: bad === 0 ? 'ok' : 'unsuccessful', next })
  },
  render: ({ behaviour, what, seen, complaints }) => [
    [
      complaints.length === 0
        ? toned('good', padded(textOf('certify.ok'), 7))
        : toned('bad', padded(textOf('certify.wrong'), 7)),
      behaviour.padEnd(20),
      padded(renderNow(seen), 20),
      dim(renderNow(what)),
    ],
    ...complaints.map((complaint): Line => [toned('bad', '      ✗ '), renderNow(complaint)]),
  ],
})
