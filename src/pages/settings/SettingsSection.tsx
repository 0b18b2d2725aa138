import { type ReactNode, useId } from 'react'
import styles from './settings.module.css'

interface SettingsSectionProps {
  anchor: string
  title: string
  about: string
  children: ReactNode
}

export const SettingsSection = ({ anchor, title, about, children }: SettingsSectionProps) => {
  const id = useId()
  return (
    <section id={anchor} className={styles.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p className={styles.about}>{about}</p>
      </div>
      <div className={styles.card}>{children}</div>
    </section>
  )
}
