/** Where people find this installation. */
export interface Site {
  /** Its public address, without a slash at the end. */
  url: string
  /** The domain below which each tenant has a host of its own; null without one. */
  mainDomain: string | null
}
