import { Mark } from '../theme/Mark'
import { firstPicture } from './firstPicture'
import styles from './splash.module.css'

/** Before there is anything to show: what the page was served with, and the product's sign on any other page. */
export const Splash = () => {
  const { html, pathname } = firstPicture
  return html && pathname === location.pathname ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own markup
    <div role="status" aria-label="Loading" dangerouslySetInnerHTML={{ __html: html }} />
  ) : (
    <div className={styles.splash} role="status" aria-label="Loading">
      <Mark size={40} />
    </div>
  )
}
