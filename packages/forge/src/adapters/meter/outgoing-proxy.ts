/**
 * The connection to a provider: through the proxy that the user's environment names, but never for this machine itself.
 */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

export type ProxyVariables = Readonly<Record<string, string | undefined>>

/** Undefined: a direct connection. */
export type Outward = (target: URL) => HttpAgent | undefined

const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'] as const

export function outwardBy(env: ProxyVariables): Outward {
  const proxyEnv = Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
  const isSet = names.some((name) => !name.toLowerCase().startsWith('no_') && (env[name] ?? '') !== '')
  if (!isSet) return () => undefined
  const agents = { 'http:': new HttpAgent({ proxyEnv }), 'https:': new HttpsAgent({ proxyEnv }) }
  return (target) => {
    if (isHere(target.hostname)) return undefined
    return target.protocol === 'https:' ? agents['https:'] : agents['http:']
  }
}

function isHere(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
