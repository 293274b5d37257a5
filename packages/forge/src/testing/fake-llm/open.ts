/** The fake provider for users: reads its script and turns its refusals into texts. */
import { startFakeLlm, type FakeLlm } from './server.ts'
import { readFakeScript } from './read-script.ts'
import type { Served } from './served.ts'
import { raw, say } from '#messages/said.ts'
import { defined } from '#model/defined.ts'
import { failed, success, type Result } from '#model/result.ts'
import { alsoWrong } from '#forge/faults.ts'
import { refusal, usageRefusal, type Refusal } from '#forge/refusal.ts'

export interface FakeLlmRequest {
  readonly port: number
  /** A path from the working directory. */
  readonly script?: string
  readonly key?: string
  readonly window?: number
  readonly onServed?: (served: Served) => void
}

export async function openFake({ script, ...request }: FakeLlmRequest): Promise<Result<FakeLlm, Refusal>> {
  const read = script === undefined ? success(undefined) : await readFakeScript(script)
  if (!read.ok) {
    const [first = say('fake.scriptUnreadable'), ...others] = read.failure.map((fault) => raw(fault))
    return failed(usageRefusal('script', first, alsoWrong(others) ?? say('fake.seeFormatDocs')))
  }
  const started = await startFakeLlm({ ...request, ...defined({ script: read.value }) })
  if (started.ok) return started
  return failed(refusal('port', say('fake.cannotListen', { address: started.failure }), say('fake.leaveOutPort')))
}
