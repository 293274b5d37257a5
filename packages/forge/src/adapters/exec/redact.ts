/**
 * Removes secrets from the output of programs before it is stored anywhere (T-21, I-38).
 *
 * 1. Known values, in the forms in which they are printed: as they are, inside JSON, as base64, in an address.
 * 2. Shapes: keys and tokens of providers, private keys, passwords in addresses and headers.
 * 3. Names: a random-looking value after `token:` or `API_KEY=` is a secret, whatever provider issued it.
 * 4. In a stream the result does not depend on how the bytes were cut: what may still grow into a secret is buffered.
 *    Bytes are read as Latin-1, so that nothing else changes.
 */

export interface Redactor {
  /** Redacts a whole text. */
  text(whole: string): string
  /** Redacts a stream, chunk by chunk. */
  stream(): RedactingStream
}

export interface RedactingStream {
  /** Returns what can be stored now. */
  write(chunk: Uint8Array): Uint8Array
  end(): Uint8Array
}

const mark = '[redacted]'

/** Every pattern is bounded, so at most this much is buffered. */
const longest = 16_384

/** Inside JSON the `n` of an escaped newline is no part of a word. */
const written = '(?<=\\\\(?:[bfnrt]|u[0-9a-fA-F]{4}))'
/** At the start of a word: `task-…` is no key that starts with `sk-`. */
const alone = `(?:(?<![A-Za-z0-9_-])|${written})`
/** Also after a `-` or `_`, as in file names: these prefixes are unique. */
const joined = `(?:(?<![A-Za-z0-9])|${written})`

/** Tokens of providers: the prefix of each, and the characters that belong to it. */
const tokens: readonly string[] = [
  'sk-(?:ant|proj|svcacct|admin)-[A-Za-z0-9_-]{16,512}',
  'sk-[A-Za-z0-9]{32,512}',
  'gh[oprsu]_[A-Za-z0-9]{20,255}',
  'github_pat_[A-Za-z0-9_]{20,255}',
  'glpat-[A-Za-z0-9_-]{16,255}',
  'gl(?:c_[A-Za-z0-9+/]{32,400}|sa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})',
  'gsk_[A-Za-z0-9]{52}',
  'npm_[A-Za-z0-9]{30,64}',
  'ntn_[0-9]{11}[A-Za-z0-9]{35}',
  'pypi-[A-Za-z0-9_-]{32,512}',
  'xox[abeoprs]-[A-Za-z0-9-]{10,255}',
  'xapp-[A-Za-z0-9-]{20,255}',
  '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])',
  'AIza[A-Za-z0-9_-]{35}',
  '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}',
  'shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}',
  'SG\\.[A-Za-z0-9_-]{16,128}\\.[A-Za-z0-9_-]{16,128}',
  'cf(?:k|ut|at)_[A-Za-z0-9]{40,48}',
  'dapi[A-Fa-f0-9]{32}',
  'dckr_pat_[A-Za-z0-9_-]{27}',
  'figd_[A-Za-z0-9_-]{40,200}',
  'hf_[A-Za-z]{34}',
  'hv[brs]\\.[A-Za-z0-9_-]{90,300}',
  'lin_api_[A-Za-z0-9_]{32,128}',
  'ops_ey[A-Za-z0-9+/=]{100,1280}',
  'tskey-[a-z]{2,20}-[A-Za-z0-9_]{8,40}-[A-Za-z0-9_]{16,60}',
  'vc[aikpr]_[A-Za-z0-9]{20,60}',
  'eyJ[A-Za-z0-9_-]{8,4096}\\.eyJ[A-Za-z0-9_-]{8,8192}\\.[A-Za-z0-9_-]{8,2048}',
]

const shapes: readonly string[] = [
  `${alone}sk-[A-Za-z0-9_-]{16,512}`,
  `${joined}(?:${tokens.join('|')})`,
  // Lines of a key inside JSON end with the two characters of an escaped newline.
  '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:[A-Za-z0-9+/=\\s:,.\\\\-]{0,12000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|[A-Za-z0-9+/=\\s\\\\]{0,12000})',
  '(?<=[Bb]earer |[Bb]asic |x-api-key: |X-Api-Key: )[A-Za-z0-9+/=._~-]{16,4096}',
  '(?<=[a-z][a-z0-9+.-]{1,20}://[^\\s/:@]{0,100}:)[^\\s/:@]{3,200}(?=@)',
]

/** A value after a telling name: prefixes of providers alone miss the unlisted ones. */
const named =
  /(?:api[_-]?key|access[_-]?key|token|secret|passw(?:or)?d|credential)[a-z0-9_-]{0,20}\\{0,3}["']?[ \t]{0,2}[:=][ \t]{0,2}\\{0,3}["']?([a-z0-9+/_=-]{20,512})/gi

/** Letters and digits without a pattern, and no path: words, names and numbers do not count. */
function looksLikeChance(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (value.includes('/') && !(/[A-Z]/.test(value) && /[a-z]/.test(value) && value.length >= 32)) return false
  const counts = new Map<string, number>()
  for (const letter of value) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const bits = [...counts.values()].reduce(
    (sum, count) => sum - (count / value.length) * Math.log2(count / value.length),
    0,
  )
  return bits >= 3.3
}

interface Span {
  readonly from: number
  readonly to: number
}

/** Where secrets are, in order, without overlaps. */
function spansIn(whole: string, pattern: RegExp): readonly Span[] {
  const sure = Array.from(whole.matchAll(pattern), ({ index, 0: text }) => ({ from: index, to: index + text.length }))
  const likely = Array.from(whole.matchAll(named), ({ index, 0: text, 1: value = '' }) => {
    const to = index + text.length
    return looksLikeChance(value) ? [{ from: to - value.length, to }] : []
  }).flat()
  const more = likely.filter(({ from, to }) => !sure.some((span) => span.from < to && from < span.to))
  return more.length === 0 ? sure : [...sure, ...more].toSorted((one, other) => one.from - other.from)
}

/** Shorter values are not searched for: they are rarely secrets, and would match ordinary words. */
const shortest = 8

export function createRedactor(secrets: readonly string[]): Redactor {
  const known = [...new Set(secrets.filter((secret) => secret.length >= shortest).flatMap(formsOf))]
  const pattern = new RegExp([...known.toSorted(longestFirst).map(escaped), ...shapes].join('|'), 'g')
  const reach = Math.max(0, ...known.filter((form) => form.includes('\n')).map(({ length }) => length))
  return {
    text(whole) {
      const bytes = toBytes(whole)
      const spans = spansIn(bytes, pattern)
      return spans.length === 0 ? whole : fromBytes(without(bytes, spans))
    },
    stream: () => createStream(pattern, reach),
  }
}

function without(bytes: string, spans: readonly Span[]): string {
  const starts = [0, ...spans.map(({ to }) => to)]
  return starts.map((start, index) => bytes.slice(start, spans[index]?.from)).join(mark)
}

/** Values of variables whose names mark them as secret. */
export function secretsIn(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH|COOKIE|DSN|PRIVATE/i.test(name) ? [value] : [],
  )
}

function formsOf(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64')
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    encodeURIComponent(secret.isWellFormed() ? secret : ''),
    base64.replace(/=+$/, ''),
    ...insideBase64(secret),
    Buffer.from(secret).toString('base64url'),
  ]
  return forms.filter((form) => form.length >= shortest).map(toBytes)
}

/** Its form inside the base64 of a longer text: without the characters that also encode its neighbours. */
function insideBase64(secret: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)])
    const first = Math.ceil((shift * 4) / 3)
    return bytes.toString('base64').slice(first, Math.floor((bytes.length * 4) / 3))
  })
}

function longestFirst(one: string, other: string): number {
  return other.length - one.length
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}

function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Removes one secret from what was written before it was known as one. */
export interface Eraser {
  /** How often it occurs, in any of its forms. */
  countIn(bytes: Uint8Array | string): number
  text(whole: string, mark: string): string
  bytes(whole: Uint8Array, mark: string): Buffer
}

/** Undefined: it is too short to be distinguished from ordinary words. */
export function createEraser(secret: string): Eraser | undefined {
  if (secret.length < shortest) return undefined
  const forms = [...new Set(formsOf(secret))].toSorted(longestFirst)
  const pattern = new RegExp(forms.map(escaped).join('|'), 'g')
  const latin1 = (bytes: Uint8Array): string =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return {
    countIn: (bytes) => (typeof bytes === 'string' ? toBytes(bytes) : latin1(bytes)).match(pattern)?.length ?? 0,
    text: (whole, put) => fromBytes(toBytes(whole).replaceAll(pattern, () => put)),
    bytes: (whole, put) =>
      Buffer.from(
        latin1(whole).replaceAll(pattern, () => put),
        'latin1',
      ),
  }
}

const nothing = new Uint8Array(0)

/** The reach of a lookbehind. */
const before = 140

function createStream(pattern: RegExp, reach: number): RedactingStream {
  /** The text already released, needed for lookbehinds only, and the text still buffered. */
  let past = ''
  let held = ''

  function letGo(until: number): Uint8Array {
    let out = ''
    let at = past.length
    const whole = past + held
    const end = past.length + until
    for (const { from, to } of spansIn(whole, pattern)) {
      if (from < at) continue
      if (from >= end) break
      out += whole.slice(at, from) + mark
      at = to
    }
    out += whole.slice(at, Math.max(at, end))
    const cut = Math.max(at, end)
    past = whole.slice(Math.max(0, cut - before), cut)
    held = whole.slice(cut)
    return Buffer.from(out, 'latin1')
  }

  return {
    write(chunk) {
      held += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
      const end = safeEnd(held, reach)
      return end === 0 ? nothing : letGo(end)
    },
    end: () => letGo(held.length),
  }
}

/** The end of what can no longer change: the last complete line, or as far back as the longest secret. */
function safeEnd(held: string, reach: number): number {
  const far = held.length - longest - reach
  const lines = held.lastIndexOf('\n') + 1 - reach
  const key = held.lastIndexOf('-----BEGIN ')
  const isOpen = key >= 0 && !held.includes('-----END ', key)
  const line = isOpen ? Math.min(lines, key) : lines
  return Math.max(0, far, line)
}
