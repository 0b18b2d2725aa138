/** Where people find this installation. */
export interface Site {
  /** Its public address, without a slash at the end. */
  url: string
  /** The domain below which each tenant has a host of its own; null without one. */
  mainDomain: string | null
}

/** Where a tenant's customers book. */
export const bookingPageUrl = ({ url, mainDomain }: Site, slug: string): string =>
  mainDomain ? `https://${slug}.${mainDomain}/book` : `${url}/book/${slug}`
