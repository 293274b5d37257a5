/**
 * JSON from a program that may be wrong or hostile (F-25): a duplicate name in an object, `__proto__`, and nesting
 * beyond reason are refused, because a later reader could see another value than Forge did.
 */
import { say, type Said } from '#messages/said.ts'
import type { Json } from '#model/json.ts'
import { failed, success, type Result } from '#model/result.ts'

const maxDepth = 200

export function parseStrictJson(text: string): Result<Json, Said> {
  const objection = objectionTo(text)
  if (objection !== undefined) return failed(objection)
  try {
    return success(JSON.parse(text) as Json)
  } catch {
    return failed(say('answer.notJson'))
  }
}

/** Checks only brackets and names, so it is safe for any text; JSON.parse checks the rest. */
function objectionTo(text: string): Said | undefined {
  /** One entry per open bracket: the names so far of an object, undefined for an array. */
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '{' || character === '[') {
      if (open.length === maxDepth) return say('answer.nestedTooDeep', { most: maxDepth })
      open.push(character === '{' ? new Set() : undefined)
    } else if (character === '}' || character === ']') {
      open.pop()
    } else if (character === '"') {
      const end = endOfString(text, at)
      const objection = isName(text, end) ? objectionToName(text.slice(at, end + 1), open.at(-1)) : undefined
      if (objection !== undefined) return objection
      at = end
    }
  }
  return undefined
}

/** The index of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

function isName(text: string, end: number): boolean {
  let at = end + 1
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return text[at] === ':'
}

function objectionToName(quoted: string, names: Set<string> | undefined): Said | undefined {
  let name: string
  try {
    name = JSON.parse(quoted) as string
  } catch {
    return say('answer.notJson')
  }
  if (name === '__proto__') return say('answer.forbiddenName', { name })
  if (names?.has(name) === true) return say('answer.nameTwice', { name: JSON.stringify(name.slice(0, 100)) })
  names?.add(name)
  return undefined
}
