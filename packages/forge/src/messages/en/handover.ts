/** `land`, `sync`, `audit`. */
export const handover = {
  'land.already': '{branch} has all of it already',
  'land.landed': '{branch} went from {from} to {to}, {count: # file | # files}',
  'land.would': '{branch} would go from {from} to {to}, {count: # file | # files}',
  'land.more': 'and {count} more',
  'sync.already': '{run} has all of {branch} ({base})',
  'sync.synced': '{run} has {branch} ({base}) now, at {tip}',
  'sync.conflict': 'conflict with {branch} ({base}); nothing was moved',
  'sync.red': 'red together with {branch} ({base}); nothing was moved',
  'audit.entries': '{count: # entry | # entries}',
  'audit.sound': 'sound',
  'audit.unsound': 'not sound',
} as const
