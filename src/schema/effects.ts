/** The cached data that a product's writes affect, beyond what declarations tell. */
export interface Effects {
  /**
   * The resources that a call beyond CRUD changes, by call, such as `POST /schedules/{id}/generate`. An unlisted
   * call changes the resource whose path it begins with.
   */
  calls: Readonly<Record<string, readonly string[]>>
  /** First members of query keys, and the resources that their answers depend on. */
  follows: Readonly<Record<string, readonly string[]>>
}
