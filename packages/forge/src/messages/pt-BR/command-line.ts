import type { Translation } from '#messages/language.ts'
import type { commandLine } from '#messages/en/command-line.ts'

export const commandLinePtBR: Translation<typeof commandLine> = {
  'help.description':
    'Executa agentes de programação ao longo de um plano: o Forge decide em código o que vem a seguir e só consulta um modelo para julgar.',
  'help.version': 'Imprime a versão',
  'help.help': 'Mostra a ajuda',
  'help.helpFor': 'Mostra a ajuda de um comando',
  'help.json': 'Imprime JSON: um objeto, ou um por linha em fluxos',
  'help.noColor': 'Imprime sem cores',
  'help.plain': 'Imprime texto simples, sem símbolos nem desenhos',
  'help.lang': 'Usa esta língua',
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
