/**
 * A fake agent: a program that speaks the wire format of a real one and does as told, good or bad. Its arguments are the
 * format and a file of deeds; what follows is what it was called with in the place of the real one.
 */
import { readFileSync } from 'node:fs'
import type { Deed } from '#testing/contract/agents-harness.ts'
import { wireFormats } from '#testing/torture/tongues/index.ts'
import { perform, type AwaitAgain } from './deeds.ts'

const [format = '', file = '', ...args] = process.argv.slice(2)
const speak = wireFormats[format]
if (speak === undefined) throw new Error(`there is no wire format ${format}`)

let isStubborn = false
let pending: Promise<void> = Promise.resolve()

function printRaw(text: string): Promise<void> {
  pending = new Promise((resolve) => void process.stdout.write(text, () => resolve()))
  return pending
}

const tongue = speak({
  args,
  print: (line) => void printRaw(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
  obeys: () => !isStubborn,
})

if (args.includes('--version')) {
  await printRaw(`${tongue.version}\n`)
  process.exit(0)
}

const told = await tongue.listen()
const nonce = /must be exactly ([0-9a-f]{64})/.exec(told)?.[1] ?? ''
const deeds = JSON.parse(readFileSync(file, 'utf8').replaceAll('{{nonce}}', nonce)) as (Deed | AwaitAgain)[]
for (const deed of deeds)
  await perform(deed, {
    tongue,
    told,
    printRaw,
    ignoreSignals() {
      isStubborn = true
      for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined)
    },
  })
await tongue.farewell()
await pending
process.exit(0)
