import useMediaQuery from '@mui/material/useMediaQuery'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { type PageCookie, writePageCookie } from '../routing/pageCookie'

const cookieName: PageCookie = 'sidebar_state'
const sevenDays = 7 * 24 * 60 * 60

const readSidebarOpen = (): boolean => !document.cookie.split('; ').includes(`${cookieName}=false`)

const rememberSidebarOpen = (open: boolean): void => writePageCookie(cookieName, String(open), sevenDays)

interface SidebarContextValue {
  /** The sidebar is a sheet, below 768 px. */
  isMobile: boolean
  isCollapsed: boolean
  isSheetOpen: boolean
  toggle: () => void
  closeSheet: () => void
}

const SidebarContext = createContext<SidebarContextValue | null>(null)

export const useSidebar = (): SidebarContextValue => {
  const value = useContext(SidebarContext)
  if (!value) throw new Error('No SidebarProvider')
  return value
}

const isShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

/** In a cookie. Ctrl/Cmd+B toggles it. */
export const SidebarProvider = ({ children }: { children: ReactNode }) => {
  const isMobile = useMediaQuery('(max-width: 767.98px)', { noSsr: true })
  const [isOpen, setOpen] = useState(readSidebarOpen)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const { key } = useLocation()

  const toggle = useCallback(() => {
    if (isMobile) setSheetOpen(open => !open)
    else {
      setOpen(!isOpen)
      rememberSidebarOpen(!isOpen)
    }
  }, [isMobile, isOpen])
  const closeSheet = useCallback(() => setSheetOpen(false), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation, which closes the sheet
  useEffect(closeSheet, [key, isMobile])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [toggle])

  const value = useMemo(
    () => ({ isMobile, isCollapsed: !isMobile && !isOpen, isSheetOpen, toggle, closeSheet }),
    [isMobile, isOpen, isSheetOpen, toggle, closeSheet],
  )
  return <SidebarContext value={value}>{children}</SidebarContext>
}
