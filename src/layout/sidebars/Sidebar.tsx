import Close from '@mui/icons-material/CloseOutlined'
import ViewSidebar from '@mui/icons-material/ViewSidebarOutlined'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { config } from '../../config'
import { useMachineText } from '../../i18n/useMachineText'
import { Mark } from '../../theme/Mark'
import { useArea } from '../areas'
import { useSidebar } from '../SidebarProvider'
import shellStyles from '../shell.module.css'
import { useHasTime } from '../useHasTime'
import styles from './sidebar.module.css'
import { UserMenu } from './UserMenu'

const Sheet = lazy(() => import('./Sheet'))

export const Sidebar = () => {
  const text = useMachineText()
  const { isMobile, isCollapsed, isSheetOpen, toggle } = useSidebar()
  const hasTime = useHasTime()
  const { Sidebar: Content } = useArea()
  const toggleLabel = text(isMobile ? 'nav.close' : isCollapsed ? 'nav.expand' : 'nav.collapse')

  const parts = (
    <>
      <div className={styles.brand}>
        <span className={styles.mark}>
          <Mark />
        </span>
        <Link to="/" className={styles.brandName}>
          {config.productName}
        </Link>
        {!isMobile && <span data-palette="" />}
        <button
          type="button"
          className={`${styles.iconButton} ${styles.toggle}`}
          aria-label={toggleLabel}
          onClick={toggle}
        >
          {isMobile ? <Close fontSize="small" /> : <ViewSidebar fontSize="small" />}
        </button>
      </div>
      <nav className={styles.nav} aria-label={text('nav.label')}>
        <Suspense>
          <Content />
        </Suspense>
      </nav>
      <div className={styles.footer}>
        <UserMenu />
      </div>
    </>
  )
  if (isMobile)
    return (
      (hasTime || isSheetOpen) && (
        <Suspense>
          <Sheet>{parts}</Sheet>
        </Suspense>
      )
    )
  return (
    <aside
      className={shellStyles.aside}
      data-collapsed={isCollapsed}
      data-tips="beside"
      aria-label={config.productName}
    >
      {parts}
    </aside>
  )
}
