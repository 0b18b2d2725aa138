import '../theme/base.css'
// For the served page.
import '../ui/screen/screen.module.css'
import '../layout/shell.module.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { SessionProvider } from '../authProvider/SessionProvider'
import { session } from '../authProvider/session'
import { loadEntryTexts } from '../i18n/entryText'
import { preferredLocale } from '../i18n/locale'
import { writePageCookie } from '../routing/pageCookie'
import { applyStoredColorMode } from '../theme/colorScheme'
import { createRoutes, type Entry } from './routes'

export const createApplication = (entry: Entry): void => {
  applyStoredColorMode()
  document.documentElement.lang = preferredLocale()
  // Browsers show the first title.
  document.querySelector('title')?.remove()

  // Typing announces a sign-in.
  addEventListener('input', () => void entry.load(), { once: true })

  session.subscribe(() => {
    const { loading, session: own } = session.getState()
    if (!loading) writePageCookie('signed_in', own ? 'true' : '')
  })

  const router = createBrowserRouter(createRoutes(entry))
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id "root".')

  const render = () =>
    createRoot(root).render(
      <StrictMode>
        <SessionProvider session={session}>
          <RouterProvider router={router} />
        </SessionProvider>
      </StrictMode>,
    )

  // English if the texts cannot load.
  void loadEntryTexts(preferredLocale()).then(render, render)
}
