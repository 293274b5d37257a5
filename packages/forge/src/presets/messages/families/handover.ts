/** `land`, `sync`, `audit`. */
import type { Family } from '#presets/messages/language.ts'

export const handover = {
  'land.already': { en: '{branch} has all of it already', 'pt-BR': '{branch} já tem tudo' },
  'land.landed': {
    en: '{branch} went from {from} to {to}, {count: # file | # files}',
    'pt-BR': '{branch} foi de {from} para {to}, {count: # arquivo | # arquivos}',
  },
  'land.would': {
    en: '{branch} would go from {from} to {to}, {count: # file | # files}',
    'pt-BR': '{branch} iria de {from} para {to}, {count: # arquivo | # arquivos}',
  },
  'land.more': { en: 'and {count} more', 'pt-BR': 'e mais {count}' },
  'sync.already': { en: '{run} has all of {branch} ({base})', 'pt-BR': '{run} já tem tudo de {branch} ({base})' },
  'sync.synced': {
    en: '{run} has {branch} ({base}) now, at {tip}',
    'pt-BR': '{run} agora tem {branch} ({base}), em {tip}',
  },
  'sync.conflict': {
    en: 'conflict with {branch} ({base}); nothing was moved',
    'pt-BR': 'conflito com {branch} ({base}); nada foi movido',
  },
  'sync.red': {
    en: 'red together with {branch} ({base}); nothing was moved',
    'pt-BR': 'falha junto com {branch} ({base}); nada foi movido',
  },
  'audit.entries': { en: '{count: # entry | # entries}', 'pt-BR': '{count: # registro | # registros}' },
  'audit.sound': { en: 'sound', 'pt-BR': 'íntegra' },
  'audit.unsound': { en: 'not sound', 'pt-BR': 'não íntegra' },
} as const satisfies Family
