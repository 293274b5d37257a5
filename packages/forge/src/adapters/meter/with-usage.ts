/** Chat streams report usage only on request, so the proxy requests it. */
import { z } from 'zod'
import { parseJson } from '#model/parse-json.ts'

const Asking = z.looseObject({ stream: z.literal(true), stream_options: z.looseObject({}).nullish() })

export function withFigures(body: Buffer): Buffer {
  const { data } = Asking.safeParse(parseJson(body.toString('utf8')))
  if (data === undefined) return body
  return Buffer.from(JSON.stringify({ ...data, stream_options: { ...data.stream_options, include_usage: true } }))
}
