import { useEffect, useState } from 'react'
import { serverNow } from '../dataProvider/serverClock'
import { offline } from '../i18n/en/machine/offline'
import { machineRoomText } from '../i18n/useMachineText'
import { useDisplay } from '../ui/format/display'
import styles from './offlineNotice.module.css'

const useText = machineRoomText(offline)
// The device's clock.
const clock = { hour: '2-digit', minute: '2-digit' } as const

/** Says since when reading waits for a connection. */
const OfflineNotice = () => {
  const text = useText()
  const { locale, hour12 } = useDisplay()
  const [since, setSince] = useState(() => (navigator.onLine ? null : serverNow()))
  useEffect(() => {
    const lose = () => setSince(serverNow())
    const find = () => setSince(null)
    addEventListener('offline', lose)
    addEventListener('online', find)
    return () => {
      removeEventListener('offline', lose)
      removeEventListener('online', find)
    }
  }, [])
  if (since === null) return null
  return (
    <p role="alert" className={styles.notice}>
      {text('offline.notice', { time: new Intl.DateTimeFormat(locale, { ...clock, hour12 }).format(since) })}
    </p>
  )
}

export default OfflineNotice
