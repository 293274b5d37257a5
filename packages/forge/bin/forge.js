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

// Imported late, because an old Node has no compile cache to import.
function start() {
  return import('node:module').then(function (module) {
    module.enableCompileCache()
    return import('../dist/cli.js')
  })
}
