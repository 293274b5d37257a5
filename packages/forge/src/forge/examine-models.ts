/** The doctor's look at models: whether what tiers name is still listed, and how old the prices are. */
import { bookAgeDays, bookName, configuredPrice, loadPriceBook } from '#adapters/prices/index.ts'
import type { Config } from '#config/load.ts'
import { tiersDate } from '#presets/model-tiers.ts'
import type { Examined } from './examine.ts'
import { usedModels } from './models.ts'
import type { Environment } from './places.ts'

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
  const detail = `${bookName.name} ${bookName.version}, of ${bookName.date}`
  if (days <= oldDays) return { name: 'prices', state: 'ok', detail }
  return {
    name: 'prices',
    state: 'warning',
    detail: `${detail}: ${days} days old, and prices change often`,
    remedy: 'update Forge, or set prices: in the configuration',
  }
}

/** A model of one's own with a price of one's own is nobody else's to list. */
async function examineTiers({ config, env, now }: Looking): Promise<Examined> {
  const book = await loadPriceBook()
  const faults = [...usedModels({ config, env })].flatMap(([model, usedFor]) => {
    if (configuredPrice(model, config.settings.prices) !== undefined) return []
    const listed = book.find(model, now)
    const used = usedFor.join(', ')
    if (listed === undefined) return [`${model} (${used}) is not listed`]
    return listed.deprecated ? [`${model} (${used}) is deprecated`] : []
  })
  const name = 'models'
  if (faults.length === 0) return { name, state: 'ok', detail: `tiers of ${tiersDate}, all of them listed` }
  const remedy = 'name others in models: of the configuration, or set their prices: (forge models)'
  return { name, state: 'warning', detail: `by the price library, ${faults.join('; ')}`, remedy }
}
