import type { Translation } from '#messages/language.ts'
import type { commandLine } from '#messages/en/command-line.ts'

export const commandLinePtBR: Translation<typeof commandLine> = {
  'help.description':
    'Conduz agentes de programação por um grafo de trabalho: o laço é código, um modelo é consultado apenas para julgar.',
  'help.version': 'Imprime a versão',
  'help.help': 'Mostra a ajuda',
  'help.helpFor': 'Mostra a ajuda de um comando',
  'help.json': 'Imprime JSON: um objeto, ou um por linha em fluxos',
  'help.noColor': 'Não imprime cores',
  'help.plain': 'Imprime apenas letras: sem sinais, sem figuras',
  'help.lang': 'Fala esta língua',
  'help.first': 'Primeiros passos: forge init, depois forge build "<o que você quer>". Documentação: docs/commands.md',
  'help.work': 'Trabalhar',
  'help.look': 'Olhar',
  'help.decide': 'Decidir',
  'help.setUp': 'Preparar',
  'help.usage': 'Uso:',
  'help.arguments': 'Argumentos:',
  'help.options': 'Opções:',
  'help.commands': 'Comandos:',
  'help.examples': 'Exemplos:',
  'help.exitCodes': 'Códigos de saída: {codes}',
  'help.anyOptions': '[opções]',
  'help.anyCommand': '[comando]',
  'help.aCommand': 'help [comando]',
  'help.choices': '(opções: {choices})',
  'help.default': '(padrão: {value})',
  'help.aNumber': 'número',
  'help.aText': 'texto',
  'help.aLanguage': 'língua',
}
