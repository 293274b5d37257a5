/** The settings of a session over ACP: model, effort and mode, as far as the agent offers them. */
import * as acp from '@agentclientprotocol/sdk'
import type { AgentTask } from '#engine/ports.ts'
import type { Quirks } from './quirk.ts'

export interface Set {
  /** The model that was set; undefined: its own default. */
  readonly model: string | undefined
  /** What was requested and is not offered. */
  readonly lacks: readonly string[]
}

export async function settingsOf(
  agent: acp.ClientContext,
  { quirks, task }: { readonly quirks: Quirks; readonly task: AgentTask },
  session: Pick<acp.NewSessionResponse, 'sessionId' | 'configOptions' | 'modes'>,
): Promise<Set> {
  const { sessionId, configOptions, modes } = session
  const route = task.task.route
  const set = (category: string, value: string | undefined): Promise<'set' | 'not offered'> =>
    setOption(agent, { sessionId, options: configOptions ?? [], category, value })
  const model = quirks.model === 'option' ? await set('model', route?.model) : 'set'
  const effort = quirks.effort === 'option' ? await set('thought_level', route?.effort) : 'set'
  const { mode } = quirks
  if (mode !== undefined && modes?.availableModes.some(({ id }) => id === mode) === true)
    await agent.request(acp.methods.agent.session.setMode, { sessionId, modeId: mode })
  const lacks = [
    ...(route?.model !== undefined && model !== 'set' ? ['model'] : []),
    ...(route?.effort !== undefined && effort !== 'set' ? ['effort'] : []),
  ]
  return { model: model === 'set' ? route?.model : undefined, lacks }
}

/** Sets an option if the agent offers it and the value; otherwise leaves it. */
async function setOption(
  agent: acp.ClientContext,
  wanted: {
    readonly sessionId: string
    readonly options: readonly acp.SessionConfigOption[]
    readonly category: string
    readonly value: string | undefined
  },
): Promise<'set' | 'not offered'> {
  const { sessionId, options, category, value } = wanted
  const choices = options.flatMap((one) => (one.category === category && one.type === 'select' ? [one] : []))
  // Some have two options in one category, such as provider and model.
  const found = choices.flatMap((option) => {
    const offered = valuesOf(option).find((one) => isMeant(one, value))
    return offered === undefined ? [] : [{ configId: option.id, value: offered }]
  })[0]
  if (found === undefined) return 'not offered'
  await agent.request(acp.methods.agent.session.setConfigOption, { sessionId, ...found })
  return 'set'
}

function valuesOf({ options }: acp.SessionConfigSelect): readonly string[] {
  return options.flatMap((one) => ('options' in one ? one.options.map(({ value }) => value) : [one.value]))
}

/** Some agents put their provider before the name of a model. */
function isMeant(offered: string, wanted: string | undefined): boolean {
  return wanted !== undefined && (offered === wanted || offered.endsWith(`/${wanted}`))
}
