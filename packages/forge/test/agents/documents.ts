/** The agent that the documents show: whoever follows them has this one. */
import { readFileSync } from 'node:fs'

export function agentOfTheDocuments(): string {
  const page = readFileSync(new URL('../../../../docs/agents.md', import.meta.url), 'utf8')
  return /```js\n(.*?)```/s.exec(page)?.[1] ?? ''
}
