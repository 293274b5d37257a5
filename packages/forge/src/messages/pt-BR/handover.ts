import type { Translation } from '#messages/language.ts'
import type { handover } from '#messages/en/handover.ts'

export const handoverPtBR: Translation<typeof handover> = {
  'land.already': '{branch} já tem tudo',
  'land.landed': '{branch} foi de {from} para {to}, {count: # arquivo | # arquivos}',
  'land.would': '{branch} iria de {from} para {to}, {count: # arquivo | # arquivos}',
  'land.more': 'e mais {count}',
  'sync.already': '{run} já tem tudo de {branch} ({base})',
  'sync.synced': '{run} agora tem {branch} ({base}), em {tip}',
  'sync.conflict': 'conflito com {branch} ({base}); nada foi movido',
  'sync.red': 'falha junto com {branch} ({base}); nada foi movido',
  'audit.entries': '{count: # registro | # registros}',
  'audit.sound': 'íntegra',
  'audit.unsound': 'não íntegra',
}
