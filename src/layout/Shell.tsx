import Menu from '@mui/icons-material/MenuOutlined'
import { useTranslate } from 'ra-core'
import { type ReactNode, Suspense } from 'react'
import { config } from '../config'
import { Loading } from '../crud/screen/Loading'
import { useText } from '../i18n/useText'
import { AreaGate } from './AreaGate'
import { ErrorBoundary } from './ErrorBoundary'
import { SidebarProvider, useSidebar } from './SidebarProvider'
import styles from './shell.module.css'
import { Sidebar } from './sidebars/Sidebar'
import sidebarStyles from './sidebars/sidebar.module.css'
import { TenantSwitcherProvider } from './tenant/TenantSwitcherProvider'

/** On a phone, the way to the sheet with the navigation. */
const TopBar = () => {
  const text = useText()
  const { toggle, isSheetOpen } = useSidebar()
  return (
    <header className={styles.topBar}>
      <button
        type="button"
        className={sidebarStyles.iconButton}
        aria-label={text('nav.open')}
        aria-expanded={isSheetOpen}
        onClick={toggle}
      >
        <Menu />
      </button>
      {config.productName}
    </header>
  )
}

const Frame = ({ children }: { children: ReactNode }) => {
  const text = useText()
  const loading = useTranslate()('ra.page.loading')
  const { isMobile } = useSidebar()
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>
        {text('skipToContent')}
      </a>
      <Sidebar />
      <div className={styles.content}>
        {isMobile && <TopBar />}
        <main id="main" tabIndex={-1} className={styles.main}>
          <ErrorBoundary>
            <AreaGate>
              <Suspense fallback={<Loading>{loading}</Loading>}>{children}</Suspense>
            </AreaGate>
          </ErrorBoundary>
        </main>
      </div>
    </div>
  )
}

/** react-admin's layout: the sidebar of the area beside the screen, or above it what stops the person from seeing it. */
export const Shell = ({ children }: { children: ReactNode }) => (
  <SidebarProvider>
    <TenantSwitcherProvider>
      <Frame>{children}</Frame>
    </TenantSwitcherProvider>
  </SidebarProvider>
)
