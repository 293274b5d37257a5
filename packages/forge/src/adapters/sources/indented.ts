/** Tests in languages that are read line by line, by indentation: Python, Ruby, and scripts without a parser. */
import type { FoundTest } from '#model/tests.ts'
import { testsIn, type Block, type Mark } from './blocks.ts'
import { codeOf } from './comments.ts'

function depthOf(line: string): number {
  return (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length
}

/** Decorators precede their declaration; a skip of the module applies to all of it. */
export function readPython(text: string): FoundTest[] {
  const code = codeOf(text, { line: '#', blocks: [], texts: ['"""', "'''", '"', "'"] })
  const module = pythonMarks(/^pytestmark\b.*$/m.exec(code)?.[0] ?? '')
  const isLeftOut = /^(?:pytest\.skip|raise\s+(?:unittest\.)?SkipTest)\b/m.test(code)
  const blocks: Block[] = [{ depth: -1, kind: 'group', name: '', marks: isLeftOut ? ['skipped', ...module] : module }]
  let above: string[] = []
  let inside: Mark[] = []
  for (const line of code.split('\n')) {
    const [, kind, name = ''] = /^\s*(?:async\s+)?(class|def)\s+(\w+)/.exec(line) ?? []
    if (kind !== undefined) {
      inside = pythonMarks(above.join(' '))
      above = []
      const isTest = kind === 'def' && name.startsWith('test')
      if (isTest || kind === 'class')
        blocks.push({ depth: depthOf(line), kind: isTest ? 'test' : 'group', name, marks: inside })
    } else if (/^\s*@/.test(line) || above.length > 0) above.push(line)
    else if (/^\s*(?:self\.skipTest|pytest\.skip|pytest\.xfail)\(/.test(line)) inside.push(...bodySkip(line, blocks))
  }
  return testsIn(blocks).map((test) => ({ ...test, name: test.name.replace(/^ > /, '') }))
}

/** Unconditional directly in the body; deeper, under some condition. */
function bodySkip(line: string, blocks: readonly Block[]): Mark[] {
  const around = blocks.at(-1)
  if (around?.kind !== 'test') return []
  return depthOf(line) <= around.depth + 4 ? ['skipped'] : [{ when: line.trim() }]
}

function pythonMarks(above: string): Mark[] {
  const marks: Mark[] = []
  if (/\bskip(?:If|Unless|if)\b/.test(above)) marks.push({ when: above.trim() })
  else if (/\bskip\b/.test(above)) marks.push('skipped')
  if (/\b(?:xfail|expectedFailure)\b/.test(above)) marks.push('fails')
  return marks
}

const rubyTest =
  /^\s*(?<focus>[xf]?)(?<word>describe|context|feature|it|specify|scenario|test|should|example)\b\s*\(?\s*(?<name>[^\n]*)$/
const rubyClass = /^\s*(?:class|module)\s+(?<name>[\w:]+)/
const rubyMethod = /^\s*def\s+(?<name>test_\w+[?!]?)/

export function readRuby(text: string): FoundTest[] {
  const code = codeOf(text, { line: '#', blocks: [['\n=begin', '\n=end']], texts: [] })
  const blocks: Block[] = []
  let marks: Mark[] = []
  const add = (line: string, kind: Block['kind'], name: string, ...own: Mark[]): void => {
    marks = own
    blocks.push({ depth: depthOf(line), kind, name, marks })
  }
  for (const line of code.split('\n')) {
    const declared = rubyTest.exec(line)?.groups
    const method = rubyMethod.exec(line)?.groups
    const group = rubyClass.exec(line)?.groups
    if (declared !== undefined && /\bdo\b|\{|^[^#]*['"]/.test(declared['name'] ?? ''))
      add(line, isGroup(declared['word'] ?? '') ? 'group' : 'test', ...rubyName(declared))
    else if (method !== undefined) add(line, 'test', method['name'] ?? '')
    else if (group !== undefined) add(line, 'group', group['name'] ?? '')
    else if (/^\s*(?:skip|pending)\b(?!.*\b(?:if|unless)\b)/.test(line) && blocks.at(-1)?.kind === 'test')
      marks.push('skipped')
    else if (/^\s*(?:skip|pending)\b/.test(line) && blocks.at(-1)?.kind === 'test') marks.push({ when: line.trim() })
  }
  return testsIn(blocks)
}

function isGroup(word: string): boolean {
  return word === 'describe' || word === 'context' || word === 'feature'
}

/** The name as written, and the marks next to it: `it 'adds', :skip do`. */
function rubyName(groups: Readonly<Record<string, string | undefined>>): [string, ...Mark[]] {
  const { name = '', focus } = groups
  const [, , quoted, options = name] = /^(['"])(.*?)\1(.*)$/.exec(name) ?? []
  const marks: Mark[] = []
  if (focus === 'x' || /(?::skip|:pending|skip:|pending:)(?!\s*false)/.test(options)) marks.push('skipped')
  if (focus === 'f' || /:focus|focus:\s*true/.test(options)) marks.push('only')
  if (quoted !== undefined && !/\bdo\b|\{/.test(options)) marks.push('todo')
  return [quoted ?? name.replace(/\s*(?:do\b.*|\{.*)$/, ''), ...marks]
}

const scriptWord =
  /^\s*(?<focus>[xf]?)(?<word>describe|context|suite|it|test|specify)(?<links>(?:\.\w+(?:\([^()]*\))?)*)\s*\(\s*(?<quote>['"`])(?<name>.*?)(?<!\\)\k<quote>(?<rest>.*)$/

/** Scripts without a parser: a declaration starts its line, and deeper lines belong to it. */
export function readScriptLines(text: string): FoundTest[] {
  const code = text.replaceAll(/^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  )
  return testsIn(
    code.split('\n').flatMap((line): Block[] => {
      const found = scriptWord.exec(line)?.groups
      if (found === undefined) return []
      const { word = '', name = '', links = '', rest = '', focus = '' } = found
      const kind = /^(?:describe|context|suite)$/.test(word) || links.includes('.describe') ? 'group' : 'test'
      const isEmpty = kind === 'test' && /^\s*\)/.test(rest)
      const marks = [...scriptMarks(focus, links, rest), ...(isEmpty ? (['todo'] as const) : [])]
      return [{ depth: depthOf(line), kind, name, marks }]
    }),
  )
}

function scriptMarks(focus: string, links: string, rest: string): Mark[] {
  const marks: Mark[] = []
  const says = (word: string): boolean =>
    new RegExp(String.raw`\.(?:${word})\b(?!\()`).test(links) ||
    new RegExp(String.raw`\{[^}]*\b(?:${word}):(?!\s*false)`).test(rest)
  if (focus === 'x' || says('skip|fixme')) marks.push('skipped')
  if (says('todo')) marks.push('todo')
  if (focus === 'f' || says('only')) marks.push('only')
  if (says('fails|failing')) marks.push('fails')
  const when = /\.(?:skipIf|runIf|if|todoIf)\([^()]*\)/.exec(links)?.[0]
  if (when !== undefined) marks.push({ when })
  return marks
}
