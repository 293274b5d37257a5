/** Notices on a terminal: one line and a bell each. */
import type { Notices } from '#engine/ports.ts'

const maxLength = 300
const maxRemembered = 1000

export interface NoticesRequest {
  /** Where the line goes; whatever it throws is swallowed, because a lost notice must not stop a run. */
  readonly write: (text: string) => void
  readonly bell: 'ring' | 'silent'
}

/** The same key is told once for as long as it is remembered; after a restart it may be told again. */
export function createNotices({ write, bell }: NoticesRequest): Notices {
  const told = new Set<string>()
  return {
    async send(key, text) {
      if (told.has(key)) return
      told.add(key)
      const [oldest] = told
      if (told.size > maxRemembered && oldest !== undefined) told.delete(oldest)
      try {
        write(`${bell === 'ring' ? '\u0007' : ''}${plainLine(text)}\n`)
      } catch {
        // Nobody listens any more.
      }
    },
  }
}

/** Text of an agent may hold escape sequences and direction marks: here they become visible or go (T-20). */
function plainLine(text: string): string {
  const line = text
    .slice(0, 4 * maxLength)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '\uFFFD')
    .trim()
  const characters = Array.from(line)
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
}
