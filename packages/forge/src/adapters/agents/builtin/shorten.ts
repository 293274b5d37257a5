/**
 * Shortens by rule a conversation that no longer fits into the model: tool results lose their middle, the oldest first,
 * until half of the conversation is removed. The model's own text stays unchanged, because providers sign parts of it.
 */
import type { ModelMessage, ToolResultPart } from 'ai'

/** A shortened result keeps at least this much; cutting a shorter one is not worth it. */
const leastKept = 400

/** Undefined: the results are too small for a new request to be worth it. */
export function shortened(messages: readonly ModelMessage[]): ModelMessage[] | undefined {
  const before = sizeOf(messages)
  let excess = Math.ceil(before / 2)
  const after = messages.map((message): ModelMessage => {
    if (message.role !== 'tool') return message
    const content = message.content.map((part) => {
      if (part.type !== 'tool-result' || excess <= 0) return part
      const text = textOfResult(part)
      const most = Math.max(leastKept, text.length - excess)
      if (text.length <= most + leastKept) return part
      excess -= text.length - most
      return { ...part, output: { type: 'text' as const, value: cutTo(text, most) } }
    })
    return { ...message, content }
  })
  return before - sizeOf(after) < before / 4 ? undefined : after
}

export function sizeOf(messages: readonly ModelMessage[]): number {
  return JSON.stringify(messages).length
}

/** Its beginning and its end; the marker of the cut is not counted. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text
  const [head, tail] = [Math.ceil((most * 3) / 4), Math.floor(most / 4)]
  const gone = text.length - head - tail
  return `${text.slice(0, head)}\n[${gone} characters left out: the conversation no longer fit into the model. Call the tool again if you need them.]\n${text.slice(text.length - tail)}`
}

export function textOfResult({ output }: ToolResultPart): string {
  if (output.type === 'text' || output.type === 'error-text') return output.value
  return JSON.stringify('value' in output ? output.value : output) ?? ''
}
