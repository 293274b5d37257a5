/**
 * Test equipment that commands offer: the one place where the product imports `testing`. It is loaded only when one of
 * these commands runs.
 */
import type { Said } from '#messages/said.ts'
import type { Result } from '#model/result.ts'
import type { CertifyingByName } from '#testing/certify/by-name.ts'
import type { Trial } from '#testing/certify/trial.ts'
import type { FakeLlmRequest } from '#testing/fake-llm/open.ts'
import type { FakeLlm } from '#testing/fake-llm/server.ts'
import type { Refusal } from './refusal.ts'

export type { Served } from '#testing/fake-llm/served.ts'

/** A small project for a demonstration of Forge, in a new temporary folder, and a request for it. */
export async function makeSampleProject(): Promise<{ readonly project: string; readonly request: Said }> {
  const { makeSample, sampleRequest } = await import('#testing/samples/project.ts')
  return { project: await makeSample(), request: sampleRequest }
}

/** Runs the torture chamber on an adapter, by its name: how it handles what an agent can do wrong. */
export async function certifyAgent(name: string, how: CertifyingByName): Promise<Result<readonly Trial[], Refusal>> {
  const { certifyByName } = await import('#testing/certify/by-name.ts')
  return certifyByName(name, how)
}

/** A fake provider on this machine's loopback; answers from a script file, or from directives in prompts. */
export async function openFakeLlm(request: FakeLlmRequest): Promise<Result<FakeLlm, Refusal>> {
  const { openFake } = await import('#testing/fake-llm/open.ts')
  return openFake(request)
}
