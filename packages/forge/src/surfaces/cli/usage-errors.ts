/** Usage errors as messages of Forge. Commander gives their kind as a code, and the typed text in quotes. */
import type { CommanderError } from 'commander'
import { raw, say, type Said } from '#messages/said.ts'

export function saidOf({ code, message }: CommanderError): Said {
  const [text = ''] = message.replace(/^error: /, '').split('\n')
  const [, quoted = ''] = /'(.*)'/s.exec(text) ?? []
  switch (code) {
    case 'commander.unknownOption':
      return say('usage.unknownOption', { option: quoted })
    case 'commander.unknownCommand':
      return say('usage.unknownCommand', { command: quoted })
    case 'commander.missingArgument':
      return say('usage.missingArgument', { argument: quoted })
    case 'commander.optionMissingArgument':
      return say('usage.optionNeedsArgument', { option: quoted })
    case 'commander.missingMandatoryOptionValue':
      return say('usage.requiredOptionMissing', { option: quoted })
    case 'commander.excessArguments':
      return tooMany(text, quoted)
    default:
      return raw(text)
  }
}

function tooMany(text: string, command: string): Said {
  const [, most, count] = /Expected (\d+) arguments? but got (\d+)\.$/.exec(text) ?? []
  if (most === undefined || count === undefined) return raw(text)
  const numbers = { most: Number(most), count: Number(count) }
  return command === ''
    ? say('usage.tooManyArguments', numbers)
    : say('usage.tooManyArgumentsForCommand', { command, ...numbers })
}
