import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useAccount } from '../../authProvider/AccountProvider'
import { type DeviceSession, endOtherSessions, endSession, listSessions } from '../../authProvider/ownAuth'
import { useSessionStore } from '../../authProvider/useSession'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { SettingsSection } from './SettingsSection'
import styles from './settings.module.css'
import { useText } from './useText'

const shownFirst = 5
const shownMore = 10

const sessionsKey = ['auth', 'sessions'] as const

export const SessionsSection = () => {
  const text = useText()
  const notify = useNotify()
  const store = useSessionStore()
  const { client } = useAccount()
  const display = useDisplay()
  const [ending, setEnding] = useState<string | null>(null)
  const [shown, setShown] = useState(shownFirst)
  const { data: sessions, error } = useQuery({ queryKey: sessionsKey, queryFn: () => listSessions(store) }, client)

  const end = async (what: string, work: () => Promise<void>, done: string) => {
    if (ending) return
    setEnding(what)
    try {
      await work()
      notify(done, { type: 'success' })
    } catch (problem) {
      notify((problem as Error).message, { type: 'error' })
    } finally {
      setEnding(null)
      void client.invalidateQueries({ queryKey: sessionsKey })
    }
  }
  const nameOf = ({ device }: DeviceSession) => device ?? text('security.unknownDevice')
  const whenOf = ({ last_used_at, network }: DeviceSession) =>
    text('security.lastUsed', { date: formatMoment(last_used_at, display), network: network ?? '?' })
  return (
    <SettingsSection anchor="sessions" title={text('security.sessions')} about={text('security.sessionsText')}>
      {error && !sessions && <p role="alert">{text('security.sessionsFailed')}</p>}
      <ul className={styles.rows}>
        {sessions?.slice(0, shown).map(each => (
          <li key={each.id} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>
                {nameOf(each)}
                {each.is_current && <span className={styles.tag}>{text('security.thisSession')}</span>}
              </p>
              <p className={styles.email}>{whenOf(each)}</p>
            </div>
            {!each.is_current && (
              <Button
                variant="outlined"
                size="small"
                aria-label={text('security.endNamed', { name: nameOf(each) })}
                aria-busy={ending === each.id}
                onClick={() => void end(each.id, () => endSession(store, each.id), text('security.ended'))}
              >
                {text('security.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions && sessions.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + shownMore)}>
            {text('security.moreSessions', { count: Math.min(shownMore, sessions.length - shown) })}
          </Button>
        </div>
      )}
      {/* A stolen copy of this session has no entry. */}
      {sessions && (
        <div className={styles.toolbar}>
          <Button
            variant="outlined"
            aria-busy={ending === 'others'}
            onClick={() => void end('others', () => endOtherSessions(store), text('security.othersEnded'))}
          >
            {text('security.endOthers')}
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}
