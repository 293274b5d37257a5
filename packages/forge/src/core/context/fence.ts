/**
 * What others wrote (a request, a finding, the output of a check, an earlier answer) stands in a prompt as data (T-6, T-7).
 * Its first and last line hold a mark made from the nonce of the attempt: whoever wrote the text could not know it, and
 * should the mark stand in the text all the same, it is broken there. So the text cannot close its own fence.
 */
export type Fence = (name: string, text: string) => string

export function fenceOf(nonce: string): Fence {
  const mark = nonce.slice(0, 16)
  return (name, text) => `<<${name} ${mark}\n${defang(text, mark)}\n${name} ${mark}>>`
}

/** A zero-width joiner would be invisible and is therefore no defence that anybody can see; a visible dot is. */
function defang(text: string, mark: string): string {
  return mark === '' ? text : text.replaceAll(mark, `${mark.slice(0, 8)}·${mark.slice(8)}`)
}
