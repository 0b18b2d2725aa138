import { createContext, type ReactNode, useContext } from 'react'
import { config } from '../../config'
import styles from './screen.module.css'

interface ScreenProps {
  title: string
  /** Above the heading: the way back. */
  back?: ReactNode
  /** Beside the heading: the state of what the screen is about. */
  badge?: ReactNode
  /** Under the heading: what the screen is about. */
  subtitle?: ReactNode
  actions?: ReactNode
  /** Uses the whole width: tables and calendars. */
  isWide?: boolean
  /** A tool that fills the window: heading and actions share one bar that stays in sight. */
  isDesk?: boolean
  /** Below the content, or beside it where there is room. */
  aside?: ReactNode
  children: ReactNode
}

/** What stands under the header of every screen below, such as links between them. */
export const ScreenTabs = createContext<ReactNode>(null)

/** The frame of a screen: the document's title, the heading that takes the focus after navigation, and the content. */
export const Screen = ({ title, back, badge, subtitle, actions, isWide, isDesk, aside, children }: ScreenProps) => (
  <div className={styles.screen} data-wide={isWide || isDesk} data-desk={isDesk}>
    <title>{`${title} · ${config.productName}`}</title>
    <header className={styles.header}>
      <div>
        {back}
        <div className={styles.headline}>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </div>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
    <div className={styles.main}>
      {useContext(ScreenTabs)}
      {children}
    </div>
    {aside && <div className={styles.aside}>{aside}</div>}
  </div>
)
