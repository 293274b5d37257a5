/** Loaded before a program by `node --import`: at its end it says on stderr which files were loaded. */
import { registerHooks } from 'node:module'

const files: string[] = []
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) files.push(url)
    return next(url, context)
  },
})
process.on('exit', () => process.stderr.write(`loaded ${JSON.stringify(files)}\n`))
