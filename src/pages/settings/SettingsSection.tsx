import { type ReactNode, useId } from 'react'
import styles from './settings.module.css'

export const SettingsSection = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
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
