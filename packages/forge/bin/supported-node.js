// Old syntax on purpose: this file must be readable by the Node versions it refuses.
// Node before these carries an SQLite with a corruption bug in its write-ahead log (fixed in 3.51.3).
export var supportedNode = '^22.23.0 || >=24.15.0'

/** One line saying why this Node cannot run Forge, or undefined when it can. */
export function refusalOf(nodeVersion) {
  var parts = nodeVersion.split('.')
  var major = Number(parts[0])
  var minor = Number(parts[1])
  var isSupported = (major === 22 && minor >= 23) || (major === 24 && minor >= 15) || major > 24
  if (isSupported) return undefined
  return 'forge needs Node ' + supportedNode + ', this is Node ' + nodeVersion + '. Install Node 24 and try again.'
}
