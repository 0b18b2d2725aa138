const cookieName = 'sidebar_state'
const sevenDays = 7 * 24 * 60 * 60

/** Whether the sidebar was left open; it is open at first. */
export const readSidebarOpen = (): boolean => !document.cookie.split('; ').includes(`${cookieName}=false`)

export const rememberSidebarOpen = (open: boolean): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookieName}=${open}; path=/; max-age=${sevenDays}; SameSite=Lax`
}
