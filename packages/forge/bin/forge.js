#!/usr/bin/env node
// Old syntax on purpose: an old Node must get one clear line, not a syntax error.
import { refusalOf } from './supported-node.js'

var refusal = refusalOf(process.versions.node)
if (refusal) {
  console.error(refusal)
  process.exitCode = 1
} else {
  void start()
}

// Asked for late, because an old Node has neither this nor a compile cache.
function start() {
  process.getBuiltinModule('node:module').enableCompileCache()
  return import('../dist/cli.js')
}
