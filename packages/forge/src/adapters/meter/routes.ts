/** The wire format of a path. Only its end counts, so any prefix is allowed. */

export type Wire = 'anthropic' | 'responses' | 'chat' | 'gemini'

export type Route =
  | { readonly to: 'generate'; readonly wire: Wire; readonly model?: string; readonly isStream?: boolean }
  | { readonly to: 'count'; readonly wire: 'anthropic' | 'gemini' }
  | { readonly to: 'models' }
  | { readonly to: 'model'; readonly model: string }

const gemini = /\/models\/([^/:]+):(streamGenerateContent|generateContent|countTokens)$/
const model = /\/models\/([^/]+)$/

export function routeOf(method: string, path: string): Route | undefined {
  if (method === 'GET') {
    if (path.endsWith('/models')) return { to: 'models' }
    const [, id] = model.exec(path) ?? []
    return id === undefined ? undefined : { to: 'model', model: decoded(id) }
  }
  if (method !== 'POST') return undefined
  if (path.endsWith('/messages')) return { to: 'generate', wire: 'anthropic' }
  if (path.endsWith('/messages/count_tokens')) return { to: 'count', wire: 'anthropic' }
  if (path.endsWith('/responses')) return { to: 'generate', wire: 'responses' }
  if (path.endsWith('/chat/completions')) return { to: 'generate', wire: 'chat' }
  const [, id, verb] = gemini.exec(path) ?? []
  if (id === undefined) return undefined
  if (verb === 'countTokens') return { to: 'count', wire: 'gemini' }
  return { to: 'generate', wire: 'gemini', model: decoded(id), isStream: verb === 'streamGenerateContent' }
}

/** The worker in `/w/<worker>/…`; empty when the path names none. */
export function workerOf(path: string): string {
  return decoded(/^\/w\/([^/]+)\//.exec(path)?.[1] ?? '')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
