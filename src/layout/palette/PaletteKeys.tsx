import Search from '@mui/icons-material/SearchOutlined'
import { useStore } from 'ra-core'
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSidebar } from '../SidebarProvider'
import sidebarStyles from '../sidebars/sidebar.module.css'
import { helpKey } from './helpKey'
import { usePaletteText } from './usePaletteText'

const Palette = lazy(() => import('./Palette'))
const Shortcuts = lazy(() => import('./Shortcuts'))

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'))

/** Ctrl+K, Cmd+K or a button open the palette, `?` the help unless its owner switched that off. */
export const PaletteKeys = () => {
  const text = usePaletteText()
  const { isMobile } = useSidebar()
  const [hasHelpKey] = useStore(helpKey, true)
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  const [dialog, setDialog] = useState<((onClose: () => void) => ReactElement) | null>(null)
  const [place, setPlace] = useState<Element | null>(null)
  const close = () => setShown(null)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (isCommand && event.key.toLowerCase() === 'k') setShown('palette')
      else if (hasHelpKey && event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target))
        setShown('shortcuts')
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [hasHelpKey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar of a phone takes the sidebar's place
  useEffect(() => setPlace(document.querySelector('[data-palette]')), [isMobile])

  return (
    <>
      {place &&
        createPortal(
          <button
            type="button"
            className={sidebarStyles.iconButton}
            aria-label={text('palette.button')}
            aria-haspopup="dialog"
            onClick={() => setShown('palette')}
          >
            <Search fontSize="small" />
          </button>,
          place,
        )}
      <Suspense>
        {shown === 'palette' && <Palette onClose={close} onDialog={open => setDialog(() => open)} />}
        {shown === 'shortcuts' && <Shortcuts onClose={close} />}
        {dialog?.(() => setDialog(null))}
      </Suspense>
    </>
  )
}
