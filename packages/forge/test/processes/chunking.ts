/** Bytes that break careless readers, and ways to cut them. */
import fc from 'fast-check'

/** Characters of every length, separators, broken sequences, and anything else. */
export const nastyBytes: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      fc
        .constantFrom('\n', '\r\n', '\r', '\u2028', '\u2029', '\uFEFF', 'é', '€', '😀', '{"a":1}', '\0', '')
        .map((text) => Buffer.from(text)),
      fc
        .constantFrom([0xff], [0xe2, 0x82], [0xf0, 0x9f], [0xc3], [0xed, 0xa0, 0x80], [0xfe, 0xff, 0x00, 0x61])
        .map((raw) => Buffer.from(raw)),
      fc.uint8Array({ maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Uint8Array.from(Buffer.concat(parts)))

export function cutAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const places = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other)
  const edges = [0, ...places, bytes.length]
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge))
}
