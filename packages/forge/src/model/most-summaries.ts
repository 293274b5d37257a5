/** A prompt has the summaries of so many last phases; a unit keeps no more (S0-21). */
export const mostSummaries = 3
