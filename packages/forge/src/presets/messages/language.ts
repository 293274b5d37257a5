/** The languages that Forge speaks with people, and what one message is: its words in every one of them. */
export const languages = ['en', 'pt-BR'] as const
export type Language = (typeof languages)[number]

/**
 * Names in braces are filled in. `{why~}`: what is filled in is itself a sentence of Forge, and is said in the same language.
 * `{count: # unit | # units}`: the form that the number wants, `#` is the number.
 */
export type Message = Readonly<Record<Language, string>>

/** Messages of one kind of view, by key; one without its words in a language does not compile. */
export type Family = Readonly<Record<string, Message>>
