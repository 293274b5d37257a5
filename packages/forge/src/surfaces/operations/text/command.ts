/** The next steps as a person reads them: what stands for something to be typed is in their language. */
import { english, type MessageKey } from '#messages/en.ts'
import { say, type Said } from '#messages/said.ts'
import { rendered } from './message.ts'

type Placeholder = Extract<MessageKey, `placeholder.${string}`>

/** By the English text in a command. */
const placeholders = new Map(
  (Object.keys(english) as MessageKey[])
    .filter((key): key is Placeholder => key.startsWith('placeholder.'))
    .map((key) => [english[key], key]),
)

export function spokenStep(step: string | Said): string {
  if (typeof step !== 'string') return spokenCommand(rendered(step))
  return spokenCommand(step)
}

function spokenCommand(command: string): string {
  return command.replaceAll(/<[a-z][a-z ]*>/g, (place) => {
    const key = (placeholders as ReadonlyMap<string, Placeholder>).get(place)
    return key === undefined ? place : rendered(say(key))
  })
}
