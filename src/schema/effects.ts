/** Which cached data a product's writes affect, beyond what its declarations tell. */
export interface Effects {
  /**
   * The resources that a call beyond CRUD changes, by call, such as `POST /schedules/{id}/generate`. A call not listed
   * changes the resource whose path it begins with.
   */
  calls: Readonly<Record<string, readonly string[]>>
  /** First members of query keys, and the resources on which their answers depend. */
  follows: Readonly<Record<string, readonly string[]>>
}
