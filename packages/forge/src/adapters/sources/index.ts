/**
 * Finds tests in sources: TypeScript and JavaScript by their syntax tree, other languages by their marks of a test. The
 * parser is loaded for the first script; if that fails, scripts are read line by line, and Forge reports it.
 */
import type { SgRoot } from '@ast-grep/napi'
import type { Sources } from '#engine/ports.ts'
import { say, type Said } from '#messages/said.ts'
import type { FoundTests } from '#model/tests.ts'
import { readGo, readJvm, readRust } from './braced.ts'
import { readPython, readRuby, readScriptLines } from './indented.ts'
import { languageOf, type Language } from './language.ts'
import { readScript } from './script.ts'

interface Parser {
  parse(language: string, text: string): SgRoot
}

interface SourcesRequest {
  readonly say: (text: Said) => void
  /** Loads the parser; the promise is rejected if the machine has none. */
  readonly load?: () => Promise<Parser>
}

const importRunner = /['"](?:vitest|node:test|@jest\/globals|bun:test|mocha|@playwright\/test|ava|tape|tap|uvu)['"]/

export function createSources({ say: tell, load = () => import('@ast-grep/napi') }: SourcesRequest): Sources {
  let parser: Promise<Parser | undefined> | undefined
  const loaded = (): Promise<Parser | undefined> => {
    parser ??= load().catch((error: unknown) => {
      const why = String(error instanceof Error ? error.message : error).split('\n', 1)[0] ?? ''
      tell(say('script.parserCannotBeLoaded', { why: why.slice(0, 200) }))
      return undefined
    })
    return parser
  }
  return {
    async testsIn(path, text) {
      const language = languageOf(path)
      if (language === undefined) return { tests: [], known: 'by path' }
      if (!isScript(language)) return { tests: readers[language](text), known: 'by path' }
      if (!mayDeclare(text)) return { tests: [], known: 'by path' }
      const found = await loaded()
      return found === undefined ? byLines(text) : readScript(found.parse(language, text).root())
    },
  }
}

const readers = { Python: readPython, Ruby: readRuby, Go: readGo, Rust: readRust, Jvm: readJvm }

function isScript(language: Language): language is Exclude<Language, keyof typeof readers> {
  return !Object.hasOwn(readers, language)
}

/** Without one of these a parser finds no test: most files need none. */
function mayDeclare(text: string): boolean {
  return /\b[xf]?(?:it|test|describe|suite|context|specify)\s*[.(]/.test(text) || importRunner.test(text)
}

function byLines(text: string): FoundTests {
  return { tests: readScriptLines(text), known: importRunner.test(text) ? 'by import' : 'by path' }
}
