/**
 * A login file with tokens that are refreshed: which part an agent is lent, and which part may be copied back. Pure.
 *
 * 1. Only the login itself is lent; other content of the file (tokens of the user's own servers) is not.
 * 2. Only tokens, their times and their scopes are copied back, in their usual form: an agent writes the lent file, and
 *    must not be able to put anything else into the user's.
 */
import { z } from 'zod'
import { parseStrictJson } from '#adapters/exec/index.ts'
import { hashOf } from '#model/digest.ts'
import type { Json } from '#model/json.ts'

export interface TokenFile {
  /** Relative to the user's home. */
  readonly file: string
  /** The variable with the folder in which the program looks for a file of that name. */
  readonly variable: string
  /** The member of the file that is the login. */
  readonly member: string
  /** Its members that a refresh changes. */
  readonly access: string
  readonly refresh: string
  /** In milliseconds since the epoch. */
  readonly expires: string
  readonly scopes: string
}

export type Login =
  /** The user is not logged in. */
  | { readonly is: 'absent' }
  /** No usable login: it is being written, or broken. */
  | { readonly is: 'broken' }
  /** The program recorded that the provider rejects its tokens. */
  | { readonly is: 'spent' }
  | {
      readonly is: 'valid'
      /** The hash of its tokens. */
      readonly hash: string
      /** 0: unknown. */
      readonly expiresAt: number
      /** `no`: it expires with its access token. */
      readonly refreshes: 'yes' | 'no'
      readonly tokens: Readonly<Record<string, Json>>
      /** The part that an agent needs. */
      readonly lent: Json
    }

export const largestFile = 1024 * 1024

const Token = z.string().regex(/^[\u0021-\u007e]{1,8192}$/u)
const Tokens = z.object({ access: Token, refresh: z.union([z.literal(''), Token]), expires: z.number().nonnegative() })
const Scopes = z.array(z.string().regex(/^[\u0021-\u007e]{1,200}$/u)).max(100)

export function readLogin(form: TokenFile, text: string | undefined): Login {
  if (text === undefined) return { is: 'absent' }
  const whole = objectIn(text)
  if (whole === undefined) return { is: 'broken' }
  if ((whole[form.member] ?? null) === null) return { is: 'absent' }
  const login = memberOf(whole, form.member)
  return login === undefined ? { is: 'broken' } : loginIn(form, login)
}

function loginIn(form: TokenFile, login: Members): Login {
  const [access, refresh] = [login[form.access], login[form.refresh] ?? '']
  if (access === '' && refresh === '') return { is: 'spent' }
  const read = Tokens.safeParse({ access, refresh, expires: login[form.expires] ?? 0 })
  if (!read.success) return { is: 'broken' }
  const { expires } = read.data
  const tokens = { [form.access]: read.data.access, [form.refresh]: read.data.refresh, [form.expires]: expires }
  const scopes = Scopes.safeParse(login[form.scopes])
  return {
    is: 'valid',
    hash: hashOf(tokens),
    expiresAt: expires,
    refreshes: read.data.refresh === '' ? 'no' : 'yes',
    tokens: scopes.success ? { ...tokens, [form.scopes]: scopes.data } : tokens,
    lent: { [form.member]: login },
  }
}

/** The user's file with the tokens copied back, otherwise unchanged; undefined: it has no login to renew. */
export function renewed(form: TokenFile, home: string, tokens: Readonly<Record<string, Json>>): string | undefined {
  const whole = objectIn(home)
  const login = memberOf(whole, form.member)
  return login === undefined ? undefined : JSON.stringify({ ...whole, [form.member]: { ...login, ...tokens } })
}

type Members = Readonly<Record<string, Json>>

function objectIn(text: string): Members | undefined {
  if (text.length > largestFile) return undefined
  const json = parseStrictJson(text)
  return json.ok ? asMembers(json.value) : undefined
}

function memberOf(whole: Members | undefined, name: string): Members | undefined {
  return whole === undefined || !Object.hasOwn(whole, name) ? undefined : asMembers(whole[name] ?? null)
}

function asMembers(value: Json): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined
}
