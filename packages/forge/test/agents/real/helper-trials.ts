/**
 * That a real agent is given no tool to start helpers with, on the model that it takes by itself where it has one; and that it is
 * where the operator allows it, so that the names looked for are those that it really has.
 */
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ended, type Trial } from './trial.ts'

export async function startsNoHelpers(trial: Trial): Promise<readonly string[]> {
  const { agent } = trial
  const alone = await offersIn(trial, 'none')
  const free = await offersIn(trial, 'allowed')
  const offered = (bodies: readonly string[]): readonly string[] =>
    agent.helperTools.filter((name) => bodies.some((body) => isOffered(body, name)))
  return [
    ...(alone.length > 0 ? [] : ['it never asked its provider']),
    ...offered(alone).map((name) => `it is offered ${name}`),
    ...(offered(free).length > 0 ? [] : [`it is not offered ${agent.helperTools.join(', ')} where that is allowed`]),
  ]
}

/** In a list of tools; or, where a model is told its tools as a text, in that. */
function isOffered(body: string, name: string): boolean {
  return new RegExp(`"name":\\s*"${name}"|tools\\.${name}\\b|function ${name}\\b`, 'u').test(body)
}

/** What a first attempt asks its provider, which refuses it. */
async function offersIn({ agent, project, forgeWithout }: Trial, helpers: string): Promise<readonly string[]> {
  const bodies: string[] = []
  const server = createServer((asked, response) => {
    void text(asked).then((body) => {
      if (asked.method === 'POST') bodies.push(body)
      const error = { type: 'invalid_request_error', message: 'no' }
      return response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const models = Object.fromEntries(['light', 'standard', 'heavy', 'max'].map((tier) => [tier, agent.model]))
  const own = agent.ownModel === 'yes' ? {} : { models }
  const config = { agent: agent.name, verify: [{ name: 'test', run: 'true' }], agents: { helpers }, ...own }
  writeFileSync(join(project.folder, '.forge/config.yaml'), JSON.stringify(config))
  project.git('commit', '--quiet', '--all', '-m', `Helpers: ${helpers}`)
  try {
    await ended(forgeWithout(agent.env(`http://127.0.0.1:${port}`))('build', 'A greeting', '--yes'))
    return bodies
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
