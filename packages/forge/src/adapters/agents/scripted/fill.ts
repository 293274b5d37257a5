/** Replaces placeholders in double braces in every text of a value. */
export function filled<T>(value: T, words: Readonly<Record<string, string>>): T {
  const fill = (item: unknown): unknown => {
    if (typeof item === 'string')
      return item.replaceAll(/\{\{(\w+)\}\}/g, (whole, word: string) => words[word] ?? whole)
    if (Array.isArray(item)) return item.map(fill)
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([name, part]) => [name, fill(part)]))
  }
  return fill(value) as T
}
