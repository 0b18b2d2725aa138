/** By field path. */
export type Typed = Readonly<Record<string, string | boolean>>

export const typedKey = (business: string): string => `booking-typed ${business}`
