/** Plant: what was left while nobody drove is taken out and dropped. */
import { startDriver as production, type DriverParts } from '#engine/driver.ts'

export * from '#engine/driver.ts'

export async function startDriver(parts: DriverParts): ReturnType<typeof production> {
  let isFirst = true
  const entries = await parts.log.read(parts.run, 0)
  const isRestart = entries.ok && entries.value.length > 0
  const log: DriverParts['log'] = {
    ...parts.log,
    async inbox(run) {
      const left = await parts.log.inbox(run)
      if (!left.ok || !isFirst || !isRestart) return left
      isFirst = false
      return { ok: true, value: left.value.map(({ id }) => ({ id, body: null })) }
    },
  }
  return production({ ...parts, log })
}
