/**
 * The script of the fake server: rules from a file, or one directive inside a prompt. Strict, so that a typo is
 * reported.
 */
import { z } from 'zod'
import { JsonValue } from '#model/json.ts'

const Milliseconds = z
  .number()
  .int()
  .nonnegative()
  .max(24 * 3_600_000)
const Tokens = z.number().int().nonnegative().max(1e9)

export const Fault = z.union([
  z
    .strictObject({
      status: z.number().int().min(400).max(599),
      headers: z.record(z.string(), z.string()).optional(),
      message: z.string().max(4000).optional(),
      /** The provider's own name for it, such as `overloaded_error` or `insufficient_quota`. */
      type: z.string().max(200).optional(),
      /** Gemini: the `details` of the error. */
      details: z.array(JsonValue).max(20).optional(),
    })
    .describe('An HTTP error in the shape of the provider, with these headers.'),
  z.strictObject({ hang: Milliseconds }).describe('Send nothing for that long, then close the connection.'),
  z.strictObject({ stall: Milliseconds }).describe('Send half of the answer, then nothing for that long, then close.'),
  z.strictObject({ drop: z.literal(true) }).describe('Close the connection without an answer.'),
  z.strictObject({ garbage: z.literal(true) }).describe('Answer 200 with a body that is no JSON and no stream.'),
  z.strictObject({ truncate: z.literal(true) }).describe('Close the connection in the middle of the answer.'),
  z
    .strictObject({ sseError: z.union([z.literal(true), z.string().min(1).max(200)]) })
    .describe('Begin the stream, then send an error event (of this type) inside it.'),
])
export type Fault = z.infer<typeof Fault>

const Text = z.string().max(10_000_000)

export const Step = z.strictObject({
  thinking: Text.optional().describe('Thinking before the answer, where the wire format has it.'),
  text: Text.optional().describe('Text of the answer.'),
  read: Text.optional().describe('Read this file with the tool that the request offers for it.'),
  write: z.tuple([Text, Text]).optional().describe('Write a file: path and content.'),
  edit: z
    .tuple([Text, Text, Text])
    .optional()
    .describe('Change a file: path, what stands there, what shall stand there.'),
  bash: Text.optional().describe('Run a shell line.'),
  tool: z
    .strictObject({ name: z.string().min(1).max(200), input: JsonValue.default({}) })
    .optional()
    .describe('Call this tool; a name without its prefix (mcp__server__) is found too.'),
  answer: JsonValue.optional().describe(
    'A structured answer: by the tool that the request offers for it, else as JSON text.',
  ),
  usage: z
    .strictObject({
      input: Tokens.default(0),
      output: Tokens.default(0),
      cacheRead: Tokens.default(0),
      cacheWrite: Tokens.default(0),
    })
    .optional()
    .describe('Tokens to report; counted from the texts when left out.'),
  stop: z
    .enum(['length', 'refusal', 'overflow'])
    .optional()
    .describe('Say that the answer was cut at the limit of tokens, refused, or that the window of the model is full.'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Headers of the answer, such as those that tell how much of a window is used.'),
  delay: Milliseconds.optional().describe('Milliseconds before the first byte.'),
  slow: Milliseconds.optional().describe('Milliseconds between the parts of a stream.'),
  fail: z
    .array(Fault)
    .max(100)
    .optional()
    .describe('Trouble before this step; each request takes one, then the step comes.'),
})
export type Step = z.infer<typeof Step>

export const Directive = z.strictObject({
  id: z.string().max(200).default('prompt'),
  steps: z.array(Step).max(1000),
})
export type Directive = z.infer<typeof Directive>

/** A word in which `*` stands for any characters. */
const Pattern = z.string().min(1).max(500)

const Expression = z
  .string()
  .max(1000)
  .refine((source) => isExpression(source), 'is not a regular expression')

export const Rule = z.strictObject({
  id: z.string().max(200).optional().describe('Name of the rule in logs; its number when left out.'),
  when: z
    .strictObject({
      prompt: z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
        .optional()
        .describe('Text, or all of these texts, in the system prompt or the messages of the user.'),
      model: Pattern.optional().describe('Name of the model, * for any characters.'),
      worker: Pattern.optional().describe('The worker of /w/<worker>/… in the base URL, * for any characters.'),
    })
    .default({}),
  capture: z
    .record(z.string().regex(/^\w+$/), Expression)
    .default({})
    .describe('Names and regular expressions: the first group of the last match in the prompt replaces {{name}}.'),
  steps: z.array(Step).max(1000),
})
export type Rule = z.infer<typeof Rule>

export const Script = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  rules: z.array(Rule).min(1).max(1000),
})
export type Script = z.infer<typeof Script>

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'g').flags === 'g'
  } catch {
    return false
  }
}
