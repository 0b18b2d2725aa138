import Bowser from 'bowser'

/** User agents are stored with the session, so longer ones are cut. In characters. */
export const maxUserAgent = 400

/** A device in plain words, such as "Firefox on Windows"; undefined when the user agent names none. */
export const deviceOf = (userAgent: string | null | undefined): string | undefined => {
  if (!userAgent) return undefined
  const { browser, os } = Bowser.parse(userAgent.slice(0, maxUserAgent))
  if (!browser.name) return undefined
  return os.name ? `${browser.name} · ${os.name}` : browser.name
}
