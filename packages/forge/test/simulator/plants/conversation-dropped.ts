/** Plant: the conversation that a limit ended is never gone on with, and paid for again. */
export function conversationFor(): undefined {
  return undefined
}
