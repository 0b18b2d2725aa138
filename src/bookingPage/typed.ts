/** Form values by the path of their field. */
export type Typed = Readonly<Record<string, string | boolean>>

/** Where a tab stores them. */
export const typedKey = (business: string): string => `booking-typed ${business}`
