/** The server chooses the prerendered shell by these (src/application/prerender.tsx). */
export type PageCookie = 'signed_in' | 'locale' | 'sidebar_state'

const year = 365 * 24 * 60 * 60

export const writePageCookie = (name: PageCookie, value: string, maxAgeSeconds = year): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; path=/; max-age=${value ? maxAgeSeconds : 0}; SameSite=Lax`
}
