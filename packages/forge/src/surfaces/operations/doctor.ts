/**
 * `doctor`: examines what Forge needs. It reports what it saw and fixes only what is safe; it invents nothing (U-24).
 */
import { z } from 'zod'
import type { Config } from '#config/load.ts'
import type { Examined, Forge, SeenAgent } from '#forge.ts'
import { raw, say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { step } from '#model/next.ts'
import { success } from '#model/result.ts'
import { Said } from '#model/said.ts'
import { Next } from '#model/view.ts'
import { operation } from './operation.ts'
import { toned, type Line, type Span } from './text/line.ts'
import { renderNow, textOf } from './text/message.ts'
import { padded } from './text/width.ts'
import { trustFlag } from './trusting.ts'

const Output = z.object({
  examined: z.array(
    z.object({
      name: Said,
      state: z.enum(['ok', 'warning', 'problem', 'unknown']),
      detail: Said,
      remedy: Said.optional(),
    }),
  ),
  fixed: z.array(Said),
  next: Next,
})

export default operation({
  name: 'doctor',
  summary: 'Check what Forge needs: Node, SQLite, git, directories, journal, sandbox',
  does: 'reads',
  needs: 'trust',
  shape: 'answer',
  input: z.strictObject({
    fix: z.boolean().default(false).describe('Fix what can be fixed safely'),
    ...trustFlag,
  }),
  positionals: [],
  output: Output,
  examples: [
    { command: 'forge doctor', what: 'when something looks wrong, and before you ask for help' },
    { command: 'forge doctor --fix', what: 'make the state directory private again' },
  ],
  exits: { failure: 'a problem was found' },
  async run(forge, { fix }) {
    const fixed = fix ? await forge.examine.repair() : []
    const examined = [...(await forge.examine.all()), ...(await examineSettings(forge))]
    const problem = examined.find(({ state }) => state === 'problem')
    const isNew = examined.some(({ remedy }) => remedy !== undefined && 'raw' in remedy && remedy.raw === 'forge init')
    const next = problem?.remedy ?? step(isNew ? 'init' : 'status')
    return success({
      value: { examined, fixed: [...fixed], next: [next] },
      exit: problem === undefined ? 'ok' : 'failure',
    })
  },
  render: ({ examined, fixed }) => [
    ...fixed.map((what): Line => [toned('good', padded(textOf('doctor.fixed'), 11)), renderNow(what)]),
    ...examined.flatMap(({ name, state, detail, remedy }): Line[] => [
      [stateSpan(state), `${padded(renderNow(name), 16)}  ${renderNow(detail)}`],
      ...(remedy === undefined || state === 'ok' ? [] : [`           → ${renderNow(remedy)}`]),
    ]),
  ],
})

function stateSpan(state: Examined['state']): Span {
  const tones = { ok: 'good', warning: 'warn', problem: 'bad', unknown: 'dim' } as const
  return toned(tones[state], padded(textOf(`doctor.${state}`), 9))
}

/** Whether the configuration is valid and its agent is installed, as far as that shows without starting it. */
async function examineSettings(forge: Forge): Promise<readonly Examined[]> {
  const config = await forge.config()
  if (!config.ok) {
    const { message, hint } = config.failure
    const remedy = defined({ remedy: hint })
    return [{ name: say('doctor.configuration'), state: 'problem', detail: message, ...remedy }]
  }
  const { sandbox: mode, network, agent, routing } = config.value.settings
  const agents = [agent, ...Object.values(routing).map((route) => route.agent)].filter((one) => one !== undefined)
  const files = config.value.values.flatMap(({ origin: { layer, where } }) =>
    layer === 'user' || layer === 'project' || layer === 'local' ? [where] : [],
  )
  const detail = files.length === 0 ? say('doctor.noFile') : raw([...new Set(files)].join(', '))
  return [
    { name: say('doctor.configuration'), state: 'ok', detail },
    ...(await forge.examine.withConfig(config.value)),
    await forge.examine.sandbox({ mode, network, agents: [...new Set(agents)] }),
    await agentOf(forge, config.value),
  ]
}

async function agentOf(forge: Forge, { settings: { agent } }: Config): Promise<Examined> {
  const name = say('doctor.agentName')
  if (agent === undefined)
    return { name, state: 'warning', detail: say('doctor.noAgent'), remedy: say('doctor.setAgent') }
  const repository = forge.repository()
  const [kind, file] = [agent.split(':')[0], agent.slice(agent.indexOf(':') + 1)]
  if (kind !== 'scripted' || !repository.ok) return programOf(agent, await forge.agents.list())
  const found = forge.files.read(file.startsWith('/') ? file : `${repository.value.root}/${file}`)
  return found.ok && found.value !== undefined
    ? { name, state: 'ok', detail: say('doctor.script', { agent }) }
    : {
        name,
        state: 'problem',
        detail: say('doctor.noScript', { agent }),
        remedy: say('doctor.writeScript', { file }),
      }
}

/** Whether the program of an agent is on PATH and logged in. */
function programOf(agent: string, known: readonly SeenAgent[]): Examined {
  const name = say('doctor.agentName')
  // The prefix `acp:` before a known name adds nothing.
  const seen = known.find((one) => one.name === agent.replace(/^acp:/, ''))?.program
  if (seen?.state === 'missing')
    return {
      name,
      state: 'problem',
      detail: say('doctor.notOnPath', { agent, file: seen.file }),
      remedy: seen.install,
    }
  if (seen?.state !== 'installed') return { name, state: 'unknown', detail: say('doctor.unexamined', { agent }) }
  if (seen.unfit !== undefined) return { name, state: 'problem', detail: seen.unfit }
  const found = { agent, path: seen.path, version: seen.version ?? '?' }
  const detail = say('doctor.agent', found)
  if (seen.login === undefined)
    return { name, state: 'warning', detail: say('doctor.noLogin', found), remedy: seen.loginHint }
  return { name, state: seen.warning === undefined ? 'ok' : 'warning', detail: seen.warning ?? detail }
}
