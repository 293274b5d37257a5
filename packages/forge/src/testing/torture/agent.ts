/**
 * The agent of the torture chamber: one program that speaks every wire format of Forge's adapters, and misbehaves on
 * demand. It replaces the real program, so that the adapter is tested as it is used. Its first argument is the format;
 * the rest are the arguments of the real program.
 */
import { behaviourIn } from './behaviours.ts'
import { actions } from './actions.ts'
import { wireFormats } from './tongues/index.ts'

const [format = '', ...args] = process.argv.slice(2)
const speak = wireFormats[format]
if (speak === undefined) throw new Error(`there is no wire format ${format}`)

let isDeaf = false
const print = (text: string): Promise<void> => new Promise((done) => void process.stdout.write(text, () => done()))
const tongue = speak({
  args,
  print: (line) => void print(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`),
  obeys: () => !isDeaf,
})

if (args.includes('--version')) await print(`${tongue.version}\n`)
else {
  const told = await tongue.listen()
  const nonce = /"nonce" of your answer must be exactly ([0-9a-f]{64})/.exec(told.replaceAll(String.raw`\"`, '"'))?.[1]
  const goDeaf = (): void => {
    isDeaf = true
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined)
  }
  await actions[behaviourIn(told)]({ tongue, nonce: nonce ?? '', print, goDeaf })
  await tongue.farewell()
}
await print('')
process.exit()
