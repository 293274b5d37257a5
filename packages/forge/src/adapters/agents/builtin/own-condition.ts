/**
 * Run from its source, this program is resolved with the condition `source`, which is Forge's own. Some packages use
 * the same name for files that Node cannot run, so it is removed for packages. In a bundle nothing is resolved and this
 * does nothing.
 */
import { registerHooks } from 'node:module'

export function keepConditionToOurselves(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const isPackage = /^[@a-z]/i.test(specifier) && !specifier.includes(':')
      if (!isPackage) return next(specifier, context)
      return next(specifier, { ...context, conditions: context.conditions.filter((name) => name !== 'source') })
    },
  })
}
