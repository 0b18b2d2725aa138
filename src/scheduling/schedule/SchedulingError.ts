/** Input that is well formed but more than the business limits allow (domain §2.16): 422 at the API. */
export class SchedulingError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'SchedulingError'
    this.code = code
  }
}
