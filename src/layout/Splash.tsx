import { Mark } from '../theme/Mark'
import styles from './splash.module.css'

/** The served shell (src/application/prerender.tsx) stays until the application loads. */
const prerenderedShell = { html: document.getElementById('root')?.innerHTML ?? '', pathname: location.pathname }

export const Splash = () => {
  const { html, pathname } = prerenderedShell
  return html && pathname === location.pathname ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own markup
    <div role="status" aria-label="Loading" dangerouslySetInnerHTML={{ __html: html }} />
  ) : (
    <div className={styles.splash} role="status" aria-label="Loading">
      <Mark size={40} />
    </div>
  )
}
