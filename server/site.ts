export interface Site {
  /** Without a slash at the end. */
  url: string
  /** The domain below which each tenant has its own host; null without one. */
  mainDomain: string | null
}
