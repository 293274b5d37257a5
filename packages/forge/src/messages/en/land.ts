/** `land`, `sync`, `audit`. */
export const handover = {
  'land.already': '{branch} already has all merged work',
  'land.landed': 'moved {branch} from {from} to {to}, {count: # file | # files} changed',
  'land.would': 'would move {branch} from {from} to {to}, {count: # file | # files} changed',
  'land.more': 'and {count} more',
  'sync.already': '{run} already has all commits of {branch} ({base})',
  'sync.synced': '{run} now includes {branch} ({base}), at {tip}',
  'sync.conflict': 'merge conflict with {branch} ({base}); the run is unchanged',
  'sync.red': 'checks fail together with {branch} ({base}); the run is unchanged',
  'audit.entries': '{count: # entry | # entries}',
  'audit.sound': 'sound',
  'audit.unsound': 'not sound',
} as const
