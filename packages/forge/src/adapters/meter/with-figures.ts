/** Chat streams tell what was used only when they are asked to: then they are asked. */
import { z } from 'zod'

const Asking = z.looseObject({ stream: z.literal(true), stream_options: z.looseObject({}).nullish() })

export function withFigures(body: Buffer): Buffer {
  let written: unknown
  try {
    written = JSON.parse(body.toString('utf8'))
  } catch {
    return body
  }
  const { data } = Asking.safeParse(written)
  if (data === undefined) return body
  return Buffer.from(JSON.stringify({ ...data, stream_options: { ...data.stream_options, include_usage: true } }))
}
