/** Runs an adapter of the registry in the torture chamber. */
import { defined } from '#model/defined.ts'
import { nearest } from '#model/nearest.ts'
import { builtin, createBuiltinAgents } from '#adapters/agents/builtin/index.ts'
import { behaviours, wireFormats } from '#testing/torture/index.ts'
import type { AgentKind } from '#adapters/agents/session/index.ts'
import { say } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'
import { findKind, kinds, splitAgent } from '#forge/world/agents/kinds.ts'
import { usageRefusal, type Refusal } from '#forge/refusal.ts'
import { certify, type Candidate, type Certifying } from './certify.ts'
import type { Trial } from './trial.ts'

export type CertifyingByName = Omit<Certifying, 'candidate'>

export async function certifyByName(
  name: string,
  { only, ...more }: CertifyingByName,
): Promise<Result<readonly Trial[], Refusal>> {
  const candidate = candidateFor(name)
  if (!candidate.ok) return candidate
  const strange = only?.find((one) => !behaviours.some((behaviour) => behaviour.name === one))
  if (strange !== undefined) {
    const known = behaviours.map((behaviour) => behaviour.name)
    const meant = nearest(strange, known)
    const hint =
      meant === undefined
        ? say('certify.knownBehaviours', { known: known.join(', ') })
        : say('hint.didYouMeanThis', { meant })
    return failed(usageRefusal('no-behaviour', say('certify.noSuchBehaviour', { name: strange }), hint))
  }
  return success(await certify({ candidate: candidate.value, ...more, ...defined({ only }) }))
}

/** A shipped adapter by its name, or a user's own command that starts the program it is given. */
function candidateFor(asked: string): Result<Candidate, Refusal> {
  const [name, line] = splitAgent(asked)
  const kind = findKind(name)
  const format = kind === undefined ? undefined : formatOf(kind)
  if (kind === undefined || format === undefined) return failed(unknownAdapter(name))
  if (line === undefined) return success(candidateOf(kind, format))
  const spoken = /\{agent(?::([a-z-]+))?\}/.exec(line)
  const spokenFormat = spoken?.[1] ?? format
  if (spoken === null || !Object.hasOwn(wireFormats, spokenFormat)) {
    const formats = Object.keys(wireFormats).join(', ')
    const hint = say('certify.writePlaceOfAgent', { form: '{agent:<format>}', formats })
    return failed(usageRefusal('no-place', say('certify.placeOfAgentUnsaid', { asked }), hint))
  }
  return success({
    format: spokenFormat,
    create: (around, program) => kind.create(around, line.replaceAll(/\{agent(?::[a-z-]+)?\}/g, program)),
  })
}

function candidateOf(kind: AgentKind, format: string): Candidate {
  if (kind !== builtin) return { format, create: (around, program) => kind.create(around, program) }
  // Its argument is a model, not a program, and it does not start without an endpoint of a provider.
  const endpoint = { baseUrl: 'http://127.0.0.1:49151', key: 'none' }
  return {
    format,
    create: (around, program) =>
      createBuiltinAgents({ ...around, program, model: 'claude', endpointOf: () => Promise.resolve(endpoint) }),
  }
}

/** Most formats are named like their agent; all agents that speak ACP share one. */
function formatOf({ name, capabilities }: AgentKind): string | undefined {
  if (Object.hasOwn(wireFormats, name)) return name
  return capabilities.answer === 'result tool' ? 'acp' : undefined
}

function unknownAdapter(name: string): Refusal {
  const known = kinds.filter((kind) => formatOf(kind) !== undefined).map((kind) => kind.name)
  const meant = nearest(name, known)
  const hint =
    meant === undefined
      ? say('certify.knownAdapters', { known: known.join(', ') })
      : say('hint.didYouMeanThis', { meant })
  return usageRefusal('no-adapter', say('certify.noSuchAdapter', { name }), hint)
}
