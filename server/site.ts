/** The installation's public address, for links. */
export interface Site {
  /** Without a slash at the end. */
  url: string
  /** Each tenant has a host below this domain. */
  mainDomain: string | null
}
