/** The state of a redirect to sign-in. */
export interface CameFrom {
  /** Path, search and hash. */
  address: string
}
