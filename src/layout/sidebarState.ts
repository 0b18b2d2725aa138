import { type PageCookie, writePageCookie } from '../routing/pageCookie'

const cookieName: PageCookie = 'sidebar_state'
const sevenDays = 7 * 24 * 60 * 60

export const readSidebarOpen = (): boolean => !document.cookie.split('; ').includes(`${cookieName}=false`)

export const rememberSidebarOpen = (open: boolean): void => writePageCookie(cookieName, String(open), sevenDays)
