/** Usage without a price, with the same text wherever a run is shown. */
import type { Line } from './text/line.ts'
import { styledText } from './text/message.ts'

export function unpricedLines(tokens: number, models: readonly string[]): readonly Line[] {
  if (tokens === 0) return []
  if (models.length === 0) return [['  ', styledText('cost.unpriced', { count: tokens }, 'warn')]]
  return [['  ', styledText('cost.unpricedModels', { count: tokens, models: models.join(', ') }, 'warn')]]
}
