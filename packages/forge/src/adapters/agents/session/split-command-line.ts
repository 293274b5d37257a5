/** Splits a command line as users write it: quotes group, a backslash escapes the next character. No shell. */
import { say, type Said } from '#messages/said.ts'
import { failed, success, type Result } from '#model/result.ts'

export function splitCommandLine(line: string): Result<readonly string[], Said> {
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
  if (quote !== undefined) return failed(say('program.quoteNotClosed', { quote }))
  if (word !== undefined) words.push(word)
  return words.length === 0 ? failed(say('program.noCommand')) : success(words)
}
