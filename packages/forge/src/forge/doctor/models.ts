/** The doctor's examination of models: whether the models of tiers are still listed, and how old the prices are. */
import { bookAgeDays, bookName, configuredPrice, loadPriceBook } from '#adapters/prices/index.ts'
import type { Config } from '#config/load.ts'
import { say, several } from '#messages/said.ts'
import { tiersDate } from '#presets/model-tiers.ts'
import type { Examined } from './machine.ts'
import { usedModels } from '#forge/look/models.ts'
import type { Environment } from '#forge/place/places.ts'

interface Looking {
  readonly config: Pick<Config, 'settings' | 'values'>
  readonly env: Environment
  readonly now: number
}

const oldDays = 183

export async function examineModels(looking: Looking): Promise<readonly Examined[]> {
  return [examinePrices(looking.now), await examineTiers(looking)]
}

function examinePrices(now: number): Examined {
  const days = bookAgeDays(now)
  const detail = say('doctor.priceLibrary', bookName)
  const name = say('doctor.prices')
  if (days <= oldDays) return { name, state: 'ok', detail }
  return {
    name,
    state: 'warning',
    detail: say('price.listIsOld', { what: detail, days }),
    remedy: say('price.updateForgeOrSetPrices'),
  }
}

/** A model of one's own with a price of one's own need not be in a provider's list. */
async function examineTiers({ config, env, now }: Looking): Promise<Examined> {
  const book = await loadPriceBook()
  const faults = [...usedModels({ config, env })].flatMap(([model, usedFor]) => {
    if (configuredPrice(model, config.settings.prices) !== undefined) return []
    const listed = book.find(model, now)
    const used = usedFor.join(', ')
    if (listed === undefined) return [say('model.notListed', { model, used })]
    return listed.deprecated ? [say('model.isDeprecated', { model, used })] : []
  })
  const name = say('doctor.models')
  if (faults.length === 0) return { name, state: 'ok', detail: say('model.tiersAllListed', { day: tiersDate }) }
  const remedy = say('model.nameOthersOrSetPrices')
  return { name, state: 'warning', detail: say('model.faultsByPriceLibrary', { faults: several(faults) }), remedy }
}
