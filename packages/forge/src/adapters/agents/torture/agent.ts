/**
 * The agent of the torture chamber: one program that speaks every wire format Forge drives, and misbehaves on demand. It is put
 * in the place of the real program, so that what is tried is the adapter as it is used.
 */
import { behaviourIn } from './behaviours.ts'
import { deeds } from './deeds.ts'
import { wireOf } from './wires/choose.ts'

const wire = wireOf(process.argv.slice(2))
const prompt = await wire.prompt
const nonce = /"nonce" of your answer must be exactly ([0-9a-f]{64})/.exec(prompt)?.[1] ?? ''
await deeds[behaviourIn(prompt)]({ wire, nonce })
