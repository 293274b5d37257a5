/** Trailers of a commit message: lines of its last paragraph, which is never the first one. Nothing above them counts. */
export function trailersIn(message: string): readonly string[] {
  const paragraphs = message.trimEnd().split(/\n{2,}/u)
  if (paragraphs.length < 2) return []
  return paragraphs.at(-1)?.split('\n') ?? []
}
