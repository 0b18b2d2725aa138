/** The cached data that writes affect beyond what declarations tell. */
export interface Effects {
  /**
   * The resources that a call beyond CRUD changes, such as `POST /schedules/{id}/generate`. By default, the resource
   * whose path the call begins with.
   */
  calls: Readonly<Record<string, readonly string[]>>
  /** The resources that the answers under a query key's first member depend on. */
  follows: Readonly<Record<string, readonly string[]>>
}
