/** All texts that a scan can find in a file: as UTF-8, between its NUL bytes, and as UTF-16 if it may be that. Pure. */
import { textOf } from './bytes.ts'

/** The text of a file in every possible decoding. Only files with NUL bytes have more than one. */
export function readingsOf(bytes: Uint8Array): readonly string[] {
  const [first, second] = bytes
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (!hasMark && !bytes.includes(0)) return [textOf(bytes)]
  return [textOf(bytes).replaceAll('\0', '\n'), ...inTwos(bytes), ...inTwos(bytes.subarray(1))]
}

function inTwos(bytes: Uint8Array): readonly string[] {
  return ['utf-16le', 'utf-16be'].map((encoding) => new TextDecoder(encoding).decode(bytes))
}

const longestPiece = 100_000
/** The overlap of two pieces of a line; no secret is longer. */
const shared = 1000

export interface ReadLine {
  /** Starts at 1. */
  readonly line: number
  readonly text: string
}

/** The lines of a text; long lines in pieces of bounded size. */
export function linesOf(text: string): readonly ReadLine[] {
  return text
    .split(/\r?\n/u)
    .flatMap((line, index) => piecesOf(line).map((piece) => ({ line: index + 1, text: piece })))
}

function piecesOf(line: string): readonly string[] {
  if (line.length <= longestPiece) return [line]
  const pieces: string[] = []
  for (let at = 0; at < line.length; at += longestPiece - shared) pieces.push(line.slice(at, at + longestPiece))
  return pieces
}
