/** Of so many phases, the last ones, a prompt tells what they said; a unit keeps no more (S0-21). */
export const mostSummaries = 3
