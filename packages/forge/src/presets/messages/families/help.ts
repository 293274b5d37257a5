/** What help says besides the commands themselves. */
import type { Family } from '#presets/messages/language.ts'

export const help = {
  'help.description': {
    en: 'Drives coding agents through a work graph: the loop is code, a model is asked only for judgement.',
    'pt-BR':
      'Conduz agentes de programação por um grafo de trabalho: o laço é código, um modelo é consultado apenas para julgar.',
  },
  'help.version': { en: 'Print the version', 'pt-BR': 'Imprime a versão' },
  'help.help': { en: 'Show help', 'pt-BR': 'Mostra a ajuda' },
  'help.helpFor': { en: 'Show help for a command', 'pt-BR': 'Mostra a ajuda de um comando' },
  'help.json': {
    en: 'Print JSON: one object, or one per line for streams',
    'pt-BR': 'Imprime JSON: um objeto, ou um por linha em fluxos',
  },
  'help.noColor': { en: 'Print no colours', 'pt-BR': 'Não imprime cores' },
  'help.plain': {
    en: 'Print letters only: no signs, no pictures',
    'pt-BR': 'Imprime apenas letras: sem sinais, sem figuras',
  },
  'help.lang': { en: 'Speak this language', 'pt-BR': 'Fala esta língua' },
  'help.first': {
    en: 'First steps: forge init, then forge build "<what you want>". Documentation: docs/commands.md',
    'pt-BR': 'Primeiros passos: forge init, depois forge build "<o que você quer>". Documentação: docs/commands.md',
  },
  'help.work': { en: 'Work', 'pt-BR': 'Trabalhar' },
  'help.look': { en: 'Look', 'pt-BR': 'Olhar' },
  'help.decide': { en: 'Decide', 'pt-BR': 'Decidir' },
  'help.setUp': { en: 'Set up', 'pt-BR': 'Preparar' },
  'help.usage': { en: 'Usage:', 'pt-BR': 'Uso:' },
  'help.arguments': { en: 'Arguments:', 'pt-BR': 'Argumentos:' },
  'help.options': { en: 'Options:', 'pt-BR': 'Opções:' },
  'help.commands': { en: 'Commands:', 'pt-BR': 'Comandos:' },
  'help.examples': { en: 'Examples:', 'pt-BR': 'Exemplos:' },
  'help.exitCodes': { en: 'Exit codes: {codes}', 'pt-BR': 'Códigos de saída: {codes}' },
  'help.anyOptions': { en: '[options]', 'pt-BR': '[opções]' },
  'help.anyCommand': { en: '[command]', 'pt-BR': '[comando]' },
  'help.aCommand': { en: 'help [command]', 'pt-BR': 'help [comando]' },
  'help.choices': { en: '(choices: {choices})', 'pt-BR': '(opções: {choices})' },
  'help.default': { en: '(default: {value})', 'pt-BR': '(padrão: {value})' },
  'help.aNumber': { en: 'number', 'pt-BR': 'número' },
  'help.aText': { en: 'text', 'pt-BR': 'texto' },
  'help.aLanguage': { en: 'language', 'pt-BR': 'língua' },
} as const satisfies Family
