/** What somebody has typed, by the path of its field. */
export type Typed = Readonly<Record<string, string | boolean>>

/** Where a tab keeps it. */
export const typedKey = (business: string): string => `booking-typed ${business}`
