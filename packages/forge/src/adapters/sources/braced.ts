/** Tests in languages with braces and their own declarations: Go, Rust, Java and Kotlin. */
import type { FoundTest } from '#model/tests.ts'
import { testsIn, type Block, type Mark } from './blocks.ts'
import { codeOf } from './comments.ts'

const cLike = { line: '//', blocks: [['/*', '*/']] } as const

/** A build constraint is a condition for the whole file. */
export function readGo(text: string): FoundTest[] {
  const code = codeOf(text, { ...cLike, texts: ['"', '`'] })
  const constraint = /^\/\/go:build\s+(.*)$/m.exec(text)?.[1]
  const file: Mark[] = constraint === undefined ? [] : [{ when: constraint }]
  const pieces = code.split(/^func\s+(?=(?:\([^)]*\)\s*)?[A-Z]\w*\s*\()/m).slice(1)
  const blocks = pieces.flatMap((piece): Block[] => {
    const name = /^(?:\([^)]*\)\s*)?((?:Test|Fuzz|Example)\w*)\s*\(/.exec(piece)?.[1]
    return name === undefined || name === 'TestMain'
      ? []
      : [{ depth: 0, kind: 'test', name, marks: [...file, ...goSkips(piece)] }]
  })
  return testsIn(blocks)
}

function goSkips(piece: string): Mark[] {
  return [...piece.matchAll(/^([ \t]*)\w+\.(?:Skip|Skipf|SkipNow)\(/gm)].map(([line = '', indent = '']) =>
    indent.replaceAll('    ', '\t').length <= 1 ? 'skipped' : { when: line.trim() },
  )
}

/** Attributes precede a function; enclosing modules are part of its name. */
export function readRust(text: string): FoundTest[] {
  const code = codeOf(text, { ...cLike, texts: ['"'] })
  const found = scan(
    code,
    /#!?\[(?<attribute>[^\n]*?)\](?=\s|$)|\bmod\s+(?<group>\w+)\s*(?=\{)|\bfn\s+(?<name>\w+)|[{};]/g,
  )
  return found.flatMap(({ attributes, name }) => {
    const above = attributes.join('\n')
    if (!/(?:^|\n|::)(?:test|rstest|test_case|quickcheck)\b/.test(above)) return []
    const marks: Mark[] = /(?:^|\n)ignore\b/.test(above) ? ['skipped'] : []
    if (/(?:^|\n)cfg(?:_attr)?\((?!test\))/.test(above)) marks.push({ when: above })
    return testsIn([{ depth: 0, kind: 'test', name, marks }])
  })
}

/** Annotations precede a method or a class; those of a class apply to all in it. */
export function readJvm(text: string): FoundTest[] {
  const code = codeOf(text, { ...cLike, texts: ['"""', '"', "'"] })
  const found = scan(
    code,
    /@(?<attribute>[\w.:]+)(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?|\b(?:class|interface|object|record|enum)\s+(?<group>\w+)|(?<name>`[^`\n]+`|\b[A-Za-z_]\w*)\s*(?=\()|[{};]/g,
  )
  return found.flatMap(({ attributes, around, name }) => {
    if (
      !attributes.some((one) => /^(?:[\w.]*\.)?(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)$/.test(one))
    )
      return []
    const marks = [...around, ...attributes].flatMap((one): Mark[] => {
      if (/^(?:[\w.]*\.)?(?:Disabled|Ignore)$/.test(one)) return ['skipped']
      return /^(?:[\w.]*\.)?(?:Disabled|Enabled)(?:On|If|For)/.test(one) ? [{ when: one }] : []
    })
    return testsIn([{ depth: 0, kind: 'test', name, marks }])
  })
}

interface Declared {
  readonly name: string
  /** The attributes directly above it. */
  readonly attributes: readonly string[]
  /** The attributes above the enclosing groups. */
  readonly around: readonly string[]
}

interface Group {
  readonly name: string
  readonly attributes: readonly string[]
  readonly depth: number
}

/** Scans the relevant tokens: attributes apply to the next declaration, groups last as long as their braces. */
function scan(code: string, words: RegExp): Declared[] {
  const found: Declared[] = []
  const groups: Group[] = []
  let depth = 0
  let waiting: string[] = []
  let next: Omit<Group, 'depth'> | undefined
  for (const match of code.matchAll(words)) {
    const { attribute, group, name } = match.groups ?? {}
    if (attribute !== undefined) waiting.push(match[0].startsWith('@') ? attribute : attribute.trim())
    else if (group !== undefined) {
      next = { name: group, attributes: waiting }
      waiting = []
    } else if (name !== undefined) {
      const around = groups.flatMap(({ attributes }) => attributes)
      const names = [...groups.map((one) => one.name), name.replaceAll('`', '')]
      if (waiting.length > 0) found.push({ name: names.join(' > '), attributes: waiting, around })
      waiting = []
    } else if (match[0] === '{') {
      depth += 1
      if (next !== undefined) groups.push({ ...next, depth })
      next = undefined
      waiting = []
    } else if (match[0] === '}') {
      if (groups.at(-1)?.depth === depth) groups.pop()
      depth -= 1
      waiting = []
    } else waiting = []
  }
  return found
}
