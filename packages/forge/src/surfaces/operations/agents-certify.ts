/** `agents certify`: one adapter in the torture chamber, behaviour by behaviour. */
import { z } from 'zod'
import { certifyAgent } from '#forge.ts'
import { say } from '#messages/said.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { operation } from './operation.ts'
import { dim, toned, type Line } from './text/line.ts'
import { rendered, words } from './text/message.ts'
import { padded } from './text/width.ts'

const Trial = z.object({
  behaviour: z.string(),
  what: Said.describe('What the agent did wrong'),
  seen: Said.describe('How the attempt ended'),
  complaints: z.array(Said).describe('What is wrong with that; empty: it passed'),
})

export default operation({
  name: 'agents certify',
  summary: 'Try an adapter against an agent that does everything wrong, and see what it makes of it',
  details:
    'A program that speaks the wire format of the agent stands in for the real one: it hangs, floods, lies, dies, answers twice,\n' +
    'leaves processes behind, reaches for your repository. No model, no key, nothing of the real program is needed.\n' +
    'A program of your own that drives another one is certified as command:<command line> or acp:<command line> with {agent:<format>}\n' +
    'where the other program is named. Whoever writes an adapter runs the same catalogue by certify from forgeloop/testing.',
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
  exits: { unsuccessful: 'something was taken for what it is not' },
  async run(_forge, { agent, only }, talk) {
    const certified = await certifyAgent(agent, {
      ...(only === undefined ? {} : { only: [only] }),
      onTrial: ({ complaints, ...trial }) => talk.emit({ ...trial, complaints: [...complaints] }),
    })
    if (!certified.ok) return certified
    const bad = certified.value.filter(({ complaints }) => complaints.length > 0).length
    talk.say(say('certify.sum', { good: certified.value.length - bad, all: certified.value.length }))
    // A command line with a place in it is no agent yet.
    const next = agent.includes('{agent') ? [] : [`forge agents try ${agent}`]
    return success({ exit: bad === 0 ? 'ok' : 'unsuccessful', next })
  },
  render: ({ behaviour, what, seen, complaints }) => [
    [
      complaints.length === 0
        ? toned('good', padded(words('certify.ok'), 7))
        : toned('bad', padded(words('certify.wrong'), 7)),
      behaviour.padEnd(20),
      padded(rendered(seen), 20),
      dim(rendered(what)),
    ],
    ...complaints.map((complaint): Line => [toned('bad', '      ✗ '), rendered(complaint)]),
  ],
})
