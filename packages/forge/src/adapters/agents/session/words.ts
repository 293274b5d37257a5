/** A command line as somebody writes it, cut into words: quotes hold words together, a backslash takes the next as it is. No shell. */
import { failed, success, type Result } from '#model/result.ts'

export function splitWords(line: string): Result<readonly string[], string> {
  const words: string[] = []
  let word: string | undefined
  let quote: string | undefined
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? ''
    if (character === '\\' && quote !== "'") {
      at += 1
      word = `${word ?? ''}${line[at] ?? ''}`
    } else if (quote !== undefined) {
      if (character === quote) quote = undefined
      else word = `${word ?? ''}${character}`
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else word = `${word ?? ''}${character}`
  }
  if (quote !== undefined) return failed(`a quote (${quote}) is not closed`)
  if (word !== undefined) words.push(word)
  return words.length === 0 ? failed('there is no command') : success(words)
}
