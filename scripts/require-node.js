// Runs before the tests. Plain JavaScript, so that an old Node reaches the message instead of failing on types.
import { refusalOf } from '../packages/forge/bin/supported-node.js'

const minimumSqlite = [3, 51, 3]

const refusal = refusalOf(process.versions.node) || refusalOfSqlite(process.versions.sqlite)
if (refusal) {
  console.error(refusal)
  console.error('The scripts bring their own Node 24: run them through npm after `npm ci`.')
  process.exitCode = 1
}

function refusalOfSqlite(found) {
  const parts = (found || '0').split('.').map(Number)
  for (let index = 0; index < minimumSqlite.length; index += 1) {
    const difference = (parts[index] || 0) - minimumSqlite[index]
    if (difference > 0) return undefined
    if (difference < 0) return `forge needs SQLite >= ${minimumSqlite.join('.')}, this Node carries ${found || 'none'}.`
  }
  return undefined
}
