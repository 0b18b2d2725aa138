/** The state of a redirect to sign-in: the address that the person wanted. */
export interface CameFrom {
  /** Path, search and hash. */
  address: string
}
