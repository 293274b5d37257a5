/**
 * A text for agents: Markdown with front matter, or every fault in it with file and line. Personas may be files that
 * other tools know as subagents (`.claude/agents/*.md`: name, description, tools, model); other keys of those are
 * ignored.
 */
import { parseDocument, LineCounter } from 'yaml'
import { z } from 'zod'
import { saidBySchema } from '#messages/issue.ts'
import { raw, say, type Said } from '#messages/said.ts'
import { Slug } from '#model/ids.ts'
import { nearest } from '#model/nearest.ts'
import { namesIn } from '#model/placeholders.ts'
import { failed, success, type Result } from '#model/result.ts'

export type TextKind = 'persona' | 'skill' | 'workflow' | 'fragment' | 'block'

export interface TextFile {
  /** As shown: inside the repository, or `forge:` for a shipped one. Never above the repository. */
  readonly path: string
  readonly text: string
  /** `foreign`: a file of another tool, read as it is. */
  readonly origin: 'own' | 'foreign'
}

export interface TextFault {
  readonly file: string
  readonly line?: number
  readonly message: Said
}

const Words = z.array(z.string().min(1).max(300)).max(30)
const Names = z.array(z.string().min(1).max(200)).max(50)
const Level = z.enum(['Low', 'Medium', 'High'])

const Head = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  description: z.string().max(1000).optional(),
  title: z.string().min(1).max(100).optional(),
  emoji: z.string().min(1).max(16).optional(),
  /** Names of tools, in a list or with commas between them. */
  tools: z.union([z.string().max(2000), Names]).optional(),
  model: z.string().min(1).max(200).optional(),
  responsibilities: Words.optional(),
  outputs: Words.optional(),
  capabilities: Words.optional(),
  skills: z.array(Slug).max(10).optional(),
  /** Which prompts may contain it; `orchestrator-only` never enters the prompt of a phase (S0-45). */
  audience: z.enum(['phase', 'orchestrator-only']).optional(),
  /** What it requires of the agent, for routing (S0-47). */
  requirements: z
    .strictObject({ reasoning: Level.optional(), context: Level.optional(), speed: Level.optional() })
    .optional(),
  /** What must exist for it to make sense (S0-46). */
  deps: z
    .strictObject({
      personas: z.array(Slug).max(50).optional(),
      skills: z.array(Slug).max(50).optional(),
      sub_workflows: z.array(Slug).max(50).optional(),
      templates: Names.optional(),
      kb_docs: Names.optional(),
      context_pack: z.string().min(1).max(500).optional(),
      config_fields: Names.optional(),
    })
    .optional(),
})
export type TextHead = z.output<typeof Head>

export interface Text {
  readonly file: string
  readonly head: TextHead
  readonly body: string
}

const largest = 200_000

export function parseText({ path, text, origin }: TextFile): Result<Text, readonly TextFault[]> {
  if (text.length > largest) return failed([{ file: path, message: say('value.tooLong', { most: largest }) }])
  const split = splitFront(text)
  if (split === undefined) return failed([{ file: path, line: 1, message: say('text.frontMatterNeverClosed') }])
  const head = parseHead(path, split.front, origin)
  if (!head.ok) return head
  return success({ file: path, head: head.value, body: split.body.trim() })
}

/** The text between the first two lines of dashes, and the text after them; undefined when the second is missing. */
function splitFront(text: string): { front: string; body: string } | undefined {
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  if (!plain.startsWith('---\n')) return { front: '', body: plain }
  const end = /^---[ \t]*$/m.exec(plain.slice(4))
  if (end === null) return undefined
  return { front: plain.slice(4, 4 + end.index), body: plain.slice(4 + end.index + end[0].length) }
}

function parseHead(file: string, front: string, origin: TextFile['origin']): Result<TextHead, readonly TextFault[]> {
  const lines = new LineCounter()
  const document = parseDocument(front, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  const [broken] = document.errors
  if (broken !== undefined)
    return failed([{ file, line: lines.linePos(broken.pos[0]).line + 1, message: raw(broken.message) }])
  const written: unknown = document.toJS({ maxAliasCount: 0 }) ?? {}
  const parsed = (origin === 'foreign' ? Head.strip() : Head).safeParse(written)
  if (parsed.success) return success(parsed.data)
  return failed(parsed.error.issues.map((issue) => ({ file, message: wordsOf(issue), ...lineOf(front, issue) })))
}

function wordsOf(issue: z.core.$ZodIssue): Said {
  if (issue.code !== 'unrecognized_keys')
    return say('text.withDetail', { what: issue.path.join('.'), detail: saidBySchema(issue.message) })
  const [key = ''] = issue.keys
  const near = nearest(key, Object.keys(Head.shape))
  return say('text.noSuchKey', { key, hint: near === undefined ? '' : say('hint.didYouMean', { meant: near }) })
}

/** The line of the key in the file; front matter starts on the second. */
function lineOf(front: string, issue: z.core.$ZodIssue): { line?: number } {
  const key = issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0]
  const index = front.split('\n').findIndex((line) => line.trimStart().startsWith(`${String(key)}:`))
  return index < 0 ? {} : { line: index + 2 }
}

/** Names in double braces that the text may not hold, and those that it must and does not. */
export function placeholderFaults(
  { file, body }: Text,
  { may, must }: { readonly may: readonly string[]; readonly must: readonly string[] },
): readonly TextFault[] {
  const found = namesIn(body)
  const unknown = found
    .filter(({ name }) => !may.includes(name))
    .map(({ name }) => {
      const near = nearest(name, may)
      const known =
        may.length === 0 ? say('text.noPlaceholderAllowed') : say('text.knownHere', { known: may.join(', ') })
      const hint = near === undefined ? '' : say('hint.didYouMean', { meant: near })
      return { file, message: say('text.noSuchPlaceholder', { name: `{{${name}}}`, hint, known }) }
    })
  const missing = must
    .filter((name) => !found.some((one) => one.name === name))
    .map((name) => ({ file, message: say('text.mustHoldPlaceholder', { name: `{{${name}}}` }) }))
  return [...unknown, ...missing]
}
