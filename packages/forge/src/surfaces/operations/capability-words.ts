/** The texts of an agent's table of capabilities: what it can be asked for and what Forge sees of it. */
import { raw, say, type Said } from '#messages/said.ts'

const words: Readonly<Record<string, Said>> = {
  'result file': say('capability.resultFile'),
  'result tool': say('capability.resultTool'),
  'typed output': say('capability.typedOutput'),
  'by signal': say('capability.bySignal'),
  'by word': say('capability.byWord'),
  'in the prompt': say('capability.inThePrompt'),
  'as it grows': say('capability.asItGrows'),
  'at the end': say('capability.atTheEnd'),
  'none known': say('capability.noneKnown'),
  'where it offers it': say('capability.whereOffered'),
  'ignored in the sandbox': say('capability.ignoredInSandbox'),
  'cannot be ignored': say('capability.cannotBeIgnored'),
  'on macOS': say('capability.onMacos'),
  seen: say('capability.seen'),
  yes: say('capability.yes'),
  no: say('capability.no'),
}

export function capabilityWord(word: string): Said {
  return Object.hasOwn(words, word) ? (words[word] as Said) : raw(word)
}
