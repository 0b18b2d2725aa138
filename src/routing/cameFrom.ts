export interface CameFrom {
  /** Path, search and hash. */
  address: string
}
