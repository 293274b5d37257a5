/**
 * Foreign text (a request, a finding, the output of a check, an earlier answer) is data in a prompt (T-6, T-7). Its
 * first and last line hold a mark made from the nonce of the attempt: its author could not know the mark, and if the
 * text contains it all the same, it is broken there. So the text cannot close its own fence.
 */
export type Fence = (name: string, text: string) => string

export function fenceOf(nonce: string): Fence {
  const mark = nonce.slice(0, 16)
  return (name, text) => `<<${name} ${mark}\n${defang(text, mark)}\n${name} ${mark}>>`
}

/** A zero-width joiner would be an invisible defence, which no reader can verify; a dot is visible. */
function defang(text: string, mark: string): string {
  return mark === '' ? text : text.replaceAll(mark, `${mark.slice(0, 8)}·${mark.slice(8)}`)
}
