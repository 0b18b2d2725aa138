import Bowser from 'bowser'

/** "Firefox · Windows"; undefined if the user agent names no browser. */
export const deviceName = (userAgent: string | null | undefined): string | undefined => {
  if (!userAgent) return undefined
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return undefined
  return os.name ? `${browser.name} · ${os.name}` : browser.name
}
