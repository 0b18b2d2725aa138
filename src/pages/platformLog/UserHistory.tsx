import { useRecordContext } from 'ra-core'
import { useId } from 'react'
import { useText } from '../settings/useText'
import { SecurityLog } from './SecurityLog'
import styles from './securityLog.module.css'

export const UserHistory = () => {
  const text = useText()
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {text('securityLog.title')}
      </h2>
      <SecurityLog of={String(useRecordContext()?.id)} />
    </section>
  )
}
