/** Which agent does the work of a run. */
import type { Config } from '#config/load.ts'
import type { RunState } from '#core/state/state.ts'

/** The agent that a flag of this call names. */
export function namedAgent({ settings, values }: Config): string | undefined {
  return values.find(({ key }) => key === 'agent')?.origin.layer === 'flag' ? settings.agent : undefined
}

/** A flag of this call, then the agent named when the run was started or resumed, then the configuration. */
export function agentFor({ config }: { readonly config: Config }, state: RunState | undefined): string | undefined {
  return namedAgent(config) ?? state?.spec?.agent ?? config.settings.agent
}
