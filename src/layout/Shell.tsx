import Menu from '@mui/icons-material/MenuOutlined'
import { Component, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { config } from '../config'
import { useMachineText } from '../i18n/useMachineText'
import { useTenant } from '../tenant/TenantProvider'
import { lazyExtra } from '../ui/lazyExtra'
import { Loading } from '../ui/screen/Loading'
import { AreaGate } from './AreaGate'
import { ErrorView } from './ErrorView'
import { SidebarProvider, useSidebar } from './SidebarProvider'
import { StockTitle } from './StockTitle'
import styles from './shell.module.css'
import { Sidebar } from './sidebars/Sidebar'
import sidebarStyles from './sidebars/sidebar.module.css'
import { TenantSwitcherProvider } from './tenant/TenantSwitcherProvider'
import { useHasTime } from './useHasTime'

// Preloads the offline notice.
const Later = lazyExtra(() => import('./Later'))

interface State {
  error: Error | null
  tries: number
}

class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, tries: 0 }

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  readonly #ofScripts = new WeakSet<Error>()

  readonly #noteScript = ({ payload }: VitePreloadErrorEvent) => {
    this.#ofScripts.add(payload)
  }

  override componentDidMount() {
    window.addEventListener('vite:preloadError', this.#noteScript)
  }

  override componentWillUnmount() {
    window.removeEventListener('vite:preloadError', this.#noteScript)
  }

  readonly reset = () => this.setState({ error: null })

  /** Browsers and React never load a failed script again. Offline, a reload would lose the page. */
  readonly #retry = async () => {
    const { error } = this.state
    if (!error || !this.#ofScripts.has(error)) return this.reset()
    const page = await fetch(window.location.href, { method: 'HEAD' }).catch(() => null)
    if (page?.ok) window.location.reload()
    else this.setState(({ tries }) => ({ tries: tries + 1 }))
  }

  override render() {
    const { error, tries } = this.state
    if (!error) return this.props.children
    // A new key announces the problem again.
    return <ErrorView key={tries} error={error} onRetry={() => void this.#retry()} resetErrorBoundary={this.reset} />
  }
}

const TopBar = () => {
  const text = useMachineText()
  const { toggle, isSheetOpen } = useSidebar()
  const { tenantId, tenants, tenantName } = useTenant()
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
      <span className={styles.topBarName}>
        {tenantId && tenants.length > 0 ? tenantName(tenantId) : config.productName}
      </span>
      <span data-palette="" />
    </header>
  )
}

const Frame = ({ children }: { children: ReactNode }) => {
  const text = useMachineText()
  const waiting = <Loading>{text('ra.page.loading')}</Loading>
  const { isMobile } = useSidebar()
  const hasTime = useHasTime()
  const { pathname } = useLocation()
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
            <Suspense fallback={waiting}>
              <AreaGate>
                <StockTitle />
                {/* At once, in place of the last page. */}
                <Suspense key={pathname.split('/')[1]} fallback={waiting}>
                  {children}
                </Suspense>
              </AreaGate>
            </Suspense>
          </ErrorBoundary>
        </main>
        {hasTime && (
          <Suspense>
            <Later />
          </Suspense>
        )}
      </div>
    </div>
  )
}

export const Shell = ({ children }: { children: ReactNode }) => (
  <SidebarProvider>
    <TenantSwitcherProvider>
      <Frame>{children}</Frame>
    </TenantSwitcherProvider>
  </SidebarProvider>
)
