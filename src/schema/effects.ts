/** Cached data that writes affect beyond the declarations. */
export interface Effects {
  /**
   * The resources that a call beyond CRUD changes, such as `POST /schedules/{id}/generate`; by default, the one at the
   * start of its path.
   */
  calls: Readonly<Record<string, readonly string[]>>
  /** The resources that answers under a query key's first member depend on. */
  follows: Readonly<Record<string, readonly string[]>>
}
