/** Travels with a redirect to the sign-in page: where the person wanted to be. */
export interface CameFrom {
  /** Path, search and hash. */
  address: string
}
