/** The tool for the answer: keeps one that fits the schema, and returns the errors of any other to the model to fix. */
import { jsonSchema, tool, type Tool } from 'ai'
import { z } from 'zod'
import { JsonValue, type Json } from '#model/json.ts'
import { parseJson } from '#model/parse-json.ts'

export interface Answer {
  readonly tool: Tool
  /** The first valid answer. */
  given(): Json | undefined
  /** Reads an answer that was written as text instead. */
  read(text: string): Json | undefined
}

export function createAnswer(schema: Json): Answer {
  const checked = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
  let given: Json | undefined
  return {
    tool: tool({
      description: 'Give your answer and end. Call it once, when everything is done.',
      inputSchema: jsonSchema<Json>(schema as Parameters<typeof jsonSchema>[0]),
      execute(input) {
        const parsed = checked.safeParse(input)
        if (!parsed.success)
          return Promise.reject(new Error(`the answer does not fit: ${z.prettifyError(parsed.error)}`))
        given ??= input
        return Promise.resolve('accepted')
      },
    }),
    given: () => given,
    read(text) {
      const found = JsonValue.safeParse(parsed(text)).data
      return found !== undefined && checked.safeParse(found).success ? found : undefined
    },
  }
}

/** Some models put it into a code block. */
function parsed(text: string): unknown {
  return parseJson(/^\s*```(?:json)?\n([\s\S]*?)\n```\s*$/.exec(text)?.[1] ?? text)
}
