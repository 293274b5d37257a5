/** Data that a person wrote as YAML or JSON. Total: no text throws. */
import { parse, stringify } from 'yaml'
import { raw, say, type Said } from '#messages/said.ts'
import { JsonValue, type Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'

/** A value as YAML that a person can edit. */
export function writeData(value: unknown): string {
  return stringify(value, { lineWidth: 100 })
}

export function parseData(text: string): Result<Json, Said> {
  try {
    const parsed = JsonValue.safeParse(parse(text.replace(/^\uFEFF/, ''), { maxAliasCount: 50, logLevel: 'error' }))
    return parsed.success ? success(parsed.data) : failed(say('config.jsonCannotCarry'))
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return failed(line === '' ? say('config.isNotYaml') : raw(line))
  }
}
