/** The hash chain of every log: each entry's hash covers its predecessor's, so that no entry changes, moves or vanishes unseen. */
import { hash } from 'node:crypto'

/** The predecessor's hash of a run's first entry. */
export const GENESIS = ''

export interface Link {
  readonly run: string
  readonly seq: number
  readonly epoch: number
  readonly messageId: string
  /** Canonical JSON of the event. */
  readonly body: string
}

/**
 * SHA-256 of the predecessor's hash and the canonical JSON of `{ body, epoch, messageId, run, seq }`. The body is
 * canonical already, so it is inserted unchanged; the contract suite recomputes the same value the slow way.
 */
export function linkHash(previous: string, link: Link): string {
  const { body, epoch, messageId, run, seq } = link
  return hash(
    'sha256',
    `${previous}{"body":${body},"epoch":${epoch},"messageId":${JSON.stringify(messageId)},"run":${JSON.stringify(run)},"seq":${seq}}`,
  )
}
