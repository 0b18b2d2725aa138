import { useEffect, useState } from 'react'
import type { Message } from '../../schema'
import { useMessageText } from '../../ui/failure/useMessageText'
import { useLoadChecks } from '../views'
import styles from './form.module.css'

const LockNote = ({ why }: { why: Message['key'] }) => {
  const messageText = useMessageText()
  const loadChecks = useLoadChecks()
  const [english, setEnglish] = useState('')
  useEffect(() => {
    const loaded = Promise.all([import('../../schema/validation'), loadChecks?.()])
    loaded.then(([{ englishText }]) => setEnglish(englishText({ key: why, args: {} }))).catch(() => {})
  }, [why, loadChecks])
  return <p className={styles.locked}>{messageText({ key: why, args: {} }, english)}</p>
}

export default LockNote
