import type { Translation } from '#messages/language.ts'
import type { handover } from '#messages/en/land.ts'

export const handoverPtBR: Translation<typeof handover> = {
  'land.already': '{branch} já tem todo o trabalho integrado',
  'land.landed': '{branch} foi de {from} para {to}, {count: # arquivo mudado | # arquivos mudados}',
  'land.would': '{branch} iria de {from} para {to}, {count: # arquivo mudado | # arquivos mudados}',
  'land.more': 'e mais {count}',
  'sync.already': '{run} já tem todos os commits de {branch} ({base})',
  'sync.synced': '{run} agora inclui {branch} ({base}), em {tip}',
  'sync.conflict': 'conflito de merge com {branch} ({base}); a execução não mudou',
  'sync.red': 'as verificações falham junto com {branch} ({base}); a execução não mudou',
  'audit.entries': '{count: # registro | # registros}',
  'audit.sound': 'íntegra',
  'audit.unsound': 'não íntegra',
}
