import type { ReactNode } from 'react'
import { config } from '../../config'
import { Row } from '../layout'
import styles from './screen.module.css'

interface ScreenProps {
  title: string
  back?: ReactNode
  picture?: ReactNode
  badge?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  /** For tables and calendars. */
  isWide?: boolean
  /** Fills the window; heading and actions share a sticky bar. */
  isDesk?: boolean
  /** Beside the content, or below without room. */
  aside?: ReactNode
  children: ReactNode
}

/** A screen's frame. The heading takes the focus after navigation. */
export const Screen = ({
  title,
  back,
  picture,
  badge,
  subtitle,
  actions,
  isWide,
  isDesk,
  aside,
  children,
}: ScreenProps) => (
  <div className={styles.screen} data-wide={isWide || isDesk} data-desk={isDesk}>
    <title>{`${title} · ${config.productName}`}</title>
    <header className={styles.header}>
      <div>
        {back}
        <Row wrap gap="0.25rem 0.75rem">
          {picture}
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </Row>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
    <div className={styles.main}>{children}</div>
    {aside && <div className={styles.aside}>{aside}</div>}
  </div>
)
