import Bowser from 'bowser'

/** A device in plain words, such as "Firefox · Windows"; undefined when the user agent names none. */
export const deviceName = (userAgent: string | null | undefined): string | undefined => {
  if (!userAgent) return undefined
  const { browser, os } = Bowser.parse(userAgent)
  if (!browser.name) return undefined
  return os.name ? `${browser.name} · ${os.name}` : browser.name
}
