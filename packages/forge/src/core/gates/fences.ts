/**
 * Fenced blocks of a Markdown text, as Markdown itself finds them: a block inside a longer fence is an example and is
 * left alone. An unclosed fence would hide every gate after it, so it is a fault.
 */
export interface Block {
  /** The text after the opening fence. */
  readonly info: string
  readonly infoColumn: number
  /** Line of the opening fence, counted from 1. */
  readonly line: number
  readonly lines: readonly string[]
  readonly isClosed: boolean
}

export function blocksOf(text: string): readonly Block[] {
  const lines = text.split(/\r?\n/)
  const blocks: Block[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const opening = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/.exec(lines[index] as string)
    if (opening === null) continue
    const [, indent = '', fence = '', info = ''] = opening
    if (fence.startsWith('`') && info.includes('`')) continue // a code span, not a fence
    const end = closingLine(lines, index + 1, fence)
    const last = end ?? lines.length
    blocks.push({
      info: info.trim(),
      infoColumn: indent.length + fence.length + (info.length - info.trimStart().length) + 1,
      line: index + 1,
      lines: lines.slice(index + 1, last),
      isClosed: end !== undefined,
    })
    index = last
  }
  return blocks
}

function closingLine(lines: readonly string[], from: number, fence: string): number | undefined {
  for (let index = from; index < lines.length; index += 1) {
    const closing = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(lines[index] as string)?.[1]
    if (closing !== undefined && closing[0] === fence[0] && closing.length >= fence.length) return index
  }
  return undefined
}
