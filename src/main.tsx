import './theme/base.css'
// What the page is served with needs their styles.
import './crud/screen/screen.module.css'
import './layout/shell.module.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { SessionProvider } from './authProvider/SessionProvider'
import { session } from './authProvider/session'
import { preferredLocale } from './i18n/locale'
import { routes } from './routes'
import { writePageCookie } from './routing/pageCookie'
import { applyStoredColorMode } from './theme/colorScheme'

applyStoredColorMode()
document.documentElement.lang = preferredLocale()
// Every page brings its own, and browsers show the first there is.
document.querySelector('title')?.remove()

// Whoever types is about to sign in: the rest of the application is fetched meanwhile.
addEventListener('input', () => void import('./App'), { once: true })

session.subscribe(() => {
  const { loading, session: own } = session.getState()
  if (!loading) writePageCookie('signed_in', own ? 'true' : '')
})

const router = createBrowserRouter(routes)
const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      {/* With transitions, an expired session signs out over and over until the next page is drawn. */}
      <RouterProvider router={router} useTransitions={false} />
    </SessionProvider>
  </StrictMode>,
)
