/** The public address of the installation, from which links are made. */
export interface Site {
  /** No slash at the end. */
  url: string
  /** Each tenant has a host below this domain. */
  mainDomain: string | null
}
