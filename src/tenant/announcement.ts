import { showToast } from '../notifications/toast'

const cookieName = 'slotwise.switched'

/** Leaves a note for the tenant's host, which shows it when it opens. */
export const announceLater = (tenantName: string, mainDomain: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${cookieName}=${encodeURIComponent(tenantName)}; Domain=${mainDomain}; Path=/; Max-Age=30; SameSite=Lax`
}

/** Shows the note that another host left, once. */
export const announceArrival = (mainDomain: string): void => {
  const value = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1]
  if (!value) return
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${cookieName}=; Domain=${mainDomain}; Path=/; Max-Age=0`
  void showToast('success', `Switched to ${decodeURIComponent(value)}`)
}
