/** The languages of Forge's user interface. */
export const languages = ['en', 'pt-BR'] as const
export type Language = (typeof languages)[number]

/** The same messages in another language; one without its text does not compile. */
export type Translation<English> = Readonly<Record<keyof English, string>>
