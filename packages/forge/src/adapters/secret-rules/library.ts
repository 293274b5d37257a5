/** Runs secretlint on one text. Its results contain the secrets; this file returns only positions and rule names. */
import { lintSource } from '@secretlint/core'
import { secretLintProfiler } from '@secretlint/profiler'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'

/** A position in the text. */
export interface Hit {
  readonly rule: string
  readonly from: number
  readonly to: number
}

/** `filter-comments` obeys `secretlint-disable` in the agent's text; `gcp` opens files of this machine by name. */
const unused = ['@secretlint/secretlint-rule-filter-comments', '@secretlint/secretlint-rule-gcp']

const config = {
  rules: rules.filter(({ meta }) => !unused.includes(meta.id)).map((rule) => ({ id: rule.meta.id, rule })),
}

// It would keep an entry of every rule and text for as long as the process lives.
secretLintProfiler.setEnabled(false)

export async function hitsIn(path: string, text: string): Promise<readonly Hit[]> {
  const source = { filePath: path, content: text, ext: '.txt', contentType: 'text' } as const
  const { messages } = await lintSource({ source, options: { config } })
  return messages.map(({ ruleId, range, data }) => {
    const [from, to] = placeOf(text, range, data)
    return { rule: ruleId.replace('@secretlint/secretlint-rule-', 'secretlint/'), from, to }
  })
}

/** Some rules report the position of the secret's name with the secret's length: its value gives the real position. */
function placeOf(text: string, range: readonly [number, number], data: unknown): readonly [number, number] {
  const values = Object.values(data ?? {}).filter((value) => typeof value === 'string')
  const at = values.map((value) => [text.indexOf(value, range[0]), value.length] as const).find(([from]) => from >= 0)
  return at === undefined ? range : [at[0], at[0] + at[1]]
}
