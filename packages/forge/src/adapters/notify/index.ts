/** Notices on a terminal: one line each, with a bell if requested. */
import type { Notices } from '#engine/ports.ts'
import { raw, several, withTexts, type Said } from '#messages/said.ts'

const maxLength = 300
const maxRemembered = 1000

export interface NoticesRequest {
  /** Writes the line; its errors are ignored, because a lost notice must not stop a run. */
  readonly write: (notice: Said) => void
  readonly bell: 'ring' | 'silent'
}

/** The same key is shown once as long as it is remembered; after a restart it may be shown again. */
export function createNotices({ write, bell }: NoticesRequest): Notices {
  const told = new Set<string>()
  return {
    async send(key, notice) {
      if (told.has(key)) return
      told.add(key)
      const [oldest] = told
      if (told.size > maxRemembered && oldest !== undefined) told.delete(oldest)
      try {
        const line = inOneLine(notice)
        write(bell === 'ring' ? several([raw('\u0007'), line], '') : line)
      } catch {
        // The output is closed.
      }
    },
  }
}

/** Text of an agent may contain escape sequences and direction marks: they are made visible or removed (T-20). */
function inOneLine(notice: Said): Said {
  let left = maxLength
  return withTexts(notice, (text) => {
    const line = text
      .slice(0, 4 * maxLength)
      .replaceAll(/\s+/gu, ' ')
      .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '\uFFFD')
    const characters = Array.from(line)
    const kept = characters.length <= left ? line : `${characters.slice(0, Math.max(0, left - 1)).join('')}…`
    left = Math.max(0, left - characters.length)
    return kept
  })
}
