/** For programs that tests start: root gives its rights away; an ordinary user has none to give. */
export function becomeOrdinary(): void {
  if (process.getuid?.() !== 0) return
  process.setgid?.(65_534)
  process.setuid?.(65_534)
}
