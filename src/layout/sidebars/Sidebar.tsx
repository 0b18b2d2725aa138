import Close from '@mui/icons-material/CloseOutlined'
import ViewSidebar from '@mui/icons-material/ViewSidebarOutlined'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { config } from '../../config'
import { useText } from '../../i18n/useText'
import { Mark } from '../../theme/Mark'
import { useSidebar } from '../SidebarProvider'
import shellStyles from '../shell.module.css'
import { CollapsedTooltip } from './CollapsedTooltip'
import { MainSidebar } from './MainSidebar'
import { SettingsSidebar } from './SettingsSidebar'
import { SetupSidebar } from './SetupSidebar'
import { SuperAdminSidebar } from './SuperAdminSidebar'
import styles from './sidebar.module.css'
import { type SidebarName, sidebarFor } from './sidebarFor'
import { UserMenu } from './UserMenu'

const Sheet = lazy(() => import('./Sheet'))

const contents: Readonly<Record<SidebarName, () => ReactNode>> = {
  superadmin: SuperAdminSidebar,
  settings: SettingsSidebar,
  setup: SetupSidebar,
  main: MainSidebar,
}

/** The sidebar of the area one is in: beside the page, or a sheet over it on a phone. */
export const Sidebar = () => {
  const text = useText()
  const { pathname } = useLocation()
  const { isMobile, isCollapsed, toggle } = useSidebar()
  const Content = contents[sidebarFor(pathname)]
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
        <button
          type="button"
          className={`${styles.iconButton} ${styles.toggle}`}
          aria-label={toggleLabel}
          data-tip={isCollapsed ? toggleLabel : undefined}
          onClick={toggle}
        >
          {isMobile ? <Close fontSize="small" /> : <ViewSidebar fontSize="small" />}
        </button>
      </div>
      <nav className={styles.nav} aria-label={text('nav.label')}>
        <Content />
      </nav>
      <div className={styles.footer}>
        <UserMenu />
      </div>
    </>
  )
  if (isMobile)
    return (
      <Suspense>
        <Sheet>{parts}</Sheet>
      </Suspense>
    )
  return (
    <aside className={shellStyles.aside} data-collapsed={isCollapsed} aria-label={config.productName}>
      <CollapsedTooltip>{parts}</CollapsedTooltip>
    </aside>
  )
}
