/** Commands that are shown as the next ones: what stands for something to be typed is said in the language that is spoken. */
import { recorded } from './message.ts'

export function spokenCommand(command: string): string {
  return command.replaceAll(/<[a-z][a-z ]*>/g, (place) => recorded(place))
}
