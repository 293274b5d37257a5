/**
 * Secrets that must not be committed (U-28): shapes of keys and tokens in added lines. A finding names the place and
 * the rule, never the text. Few false alarms matter more than every exotic shape: an alarm costs an attempt.
 */
import type { AddedLine, FoundSecret } from '#model/secret.ts'

interface Rule {
  readonly name: string
  readonly shape: RegExp
}

const rules: readonly Rule[] = [
  { name: 'private-key', shape: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/ },
  { name: 'aws-access-key', shape: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  { name: 'aws-secret-key', shape: /aws.{0,20}secret.{0,20}["'=:\s][A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/i },
  { name: 'github-token', shape: /\bgh[pousr]_[A-Za-z0-9]{36,}|\bgithub_pat_[A-Za-z0-9_]{60,}/ },
  { name: 'gitlab-token', shape: /\bglpat-[A-Za-z0-9_-]{20,}/ },
  { name: 'slack-token', shape: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{20,}/ },
  { name: 'anthropic-key', shape: /\bsk-ant-[A-Za-z0-9_-]{20,}/ },
  { name: 'openai-key', shape: /\bsk-(?:proj-)?[A-Za-z0-9]{40,}/ },
  { name: 'google-key', shape: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/ },
  { name: 'stripe-key', shape: /\b[rs]k_live_[A-Za-z0-9]{20,}/ },
  { name: 'npm-token', shape: /\bnpm_[A-Za-z0-9]{36}\b/ },
]

/** A name of a secret, and a quoted value that looks random. */
const assignment =
  /(?:secret|token|passwd|password|api[_-]?key|private[_-]?key|credential)s?["'\]]?\s*(?::|=>?)\s*["'`]([A-Za-z0-9+/_=-]{20,200})["'`]/i

/** Minified files are lines of a hundred thousand characters. */
const longestLine = 500_000

/** In the order of the rules within a line: several rules may find the same place. */
export function findSecrets(lines: Iterable<AddedLine>): FoundSecret[] {
  return [...lines].flatMap((at) => foundIn(at, at.text.slice(0, longestLine)))
}

function foundIn(at: AddedLine, text: string): FoundSecret[] {
  const known = rules.flatMap(({ name, shape }) =>
    matchesIn(text, shape).map(({ index, 0: match }) => placed(at, name, index, match)),
  )
  const assigned = matchesIn(text, assignment)
    .filter(([, value = '']) => isDrawn(value))
    .map(({ index, 0: match, 1: value = '' }) => placed(at, 'assigned-secret', index + match.lastIndexOf(value), value))
  return [...known, ...assigned].filter(opensSomething)
}

function placed(at: AddedLine, rule: string, from: number, match: string): FoundSecret {
  return { at, rule, from, to: from + match.length }
}

/** All matches: a harmless one does not hide the next one on its line. */
function matchesIn(text: string, shape: RegExp): readonly RegExpExecArray[] {
  return [...text.matchAll(new RegExp(shape, `${shape.flags}g`))]
}

/**
 * Documentation shows example keys that are marked as such. A password in an address of this machine, or of a neighbour
 * without a domain (`db` in a compose file), is for development.
 */
export function opensSomething({ at, from, to }: FoundSecret): boolean {
  const match = at.text.slice(from, to)
  const isShown = /example|placeholder|dummy|changeme|your[_-]|x{6,}|0{8,}|1234567/i.test(match)
  return !isShown && !/:\/\/[^\s/@]*@(?:127\.[\d.]+|\[::1\]|[\w-]+)(?=[:/?,"'`\s]|$)/i.test(match)
}

/** A text with each found secret replaced by a mark. */
export function withoutSecrets(text: string, found: readonly FoundSecret[]): string {
  let [shown, at] = ['', 0]
  for (const { from, to } of found.toSorted((one, other) => one.from - other.from)) {
    if (to <= at) continue
    shown += from < at ? '' : `${text.slice(at, from)}[redacted]`
    at = to
  }
  return shown + text.slice(at)
}

/** Letters and digits mixed, with the entropy of random text; words and paths have less. */
function isDrawn(value: string): boolean {
  if (!/[0-9]/.test(value) || !/[A-Za-z]/.test(value)) return false
  const isHex = /^[0-9a-f]+$/i.test(value)
  return bitsPerCharacter(value) >= (isHex ? 3 : 3.8)
}

function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}
