/** Cached data that writes affect beyond the declarations. */
export interface Effects {
  /** The resources that a call changes; by default, the one at the start of its path. */
  calls: Readonly<Record<string, readonly string[]>>
  /** By the query key's first member. */
  follows: Readonly<Record<string, readonly string[]>>
}
