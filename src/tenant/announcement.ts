import { showToast } from '../notifications/toast'

const cookieName = 'slotwise.switched'

export const announceLater = (note: string, mainDomain: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${cookieName}=${encodeURIComponent(note)}; Domain=${mainDomain}; Path=/; Max-Age=30; SameSite=Lax`
}

export const announceArrival = (mainDomain: string): void => {
  const value = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1]
  if (!value) return
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${cookieName}=; Domain=${mainDomain}; Path=/; Max-Age=0`
  void showToast('success', decodeURIComponent(value))
}
