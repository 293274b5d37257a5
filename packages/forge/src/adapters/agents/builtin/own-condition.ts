/**
 * Run from its source, this program is resolved with the condition `source`, which is Forge's own. Some packages have one
 * of the same name that means files which Node does not run; for packages it is taken away. Once bundled, nothing is left
 * to be resolved and this does nothing.
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
