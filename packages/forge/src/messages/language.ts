/** The languages that Forge speaks with people. */
export const languages = ['en', 'pt-BR'] as const
export type Language = (typeof languages)[number]

/** The same messages in another language; one without its text does not compile. */
export type Translation<English> = Readonly<Record<keyof English, string>>
