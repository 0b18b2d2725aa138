import type { Occurrence } from '../../scheduling/series/answers'
import { useDisplay } from '../../show'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { Reasons } from './Reasons'
import styles from './series.module.css'
import { useText } from './useText'

interface DateOutcomeProps {
  occurrence: Occurrence
  from?: Pick<Occurrence, 'startsAt' | 'endsAt'> | undefined
}

export const DateOutcome = ({ occurrence, from }: DateOutcomeProps) => {
  const text = useText()
  const display = useDisplay()
  const { ruleStartsAt, startsAt, endsAt, state, isMoved, reasons, nearest, dst, requiresApproval } = occurrence
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  const own = { startsAt: ruleStartsAt, endsAt: new Date(Date.parse(ruleStartsAt) + length).toISOString() }
  const isRefused = reasons.length > 0
  const stays = from !== undefined && isRefused && state === 'booked' && startsAt === from.startsAt
  const takesOther = isMoved && !stays && (from === undefined || isRefused)
  const wanted = from && !isRefused ? { startsAt, endsAt } : own
  const isElsewhere = from !== undefined && from.startsAt !== wanted.startsAt
  const isLeftOut = state === 'skipped' || state === 'conflict'
  const isGone = stays || takesOther || state !== 'booked'
  return (
    <>
      <span>
        <span className={isGone ? styles.gone : undefined}>{formatDayTimes(wanted, display)}</span>
        {isElsewhere && (
          <span className={styles.muted}>{text('series.from', { when: formatDayTimes(from, display) })}</span>
        )}
        {dst && <span className={styles.muted}>{text(`series.${dst}`)}</span>}
        {state !== 'excluded' && <Reasons reasons={reasons} />}
        {takesOther && <span>{text('series.takes', { when: formatDayTimes({ startsAt, endsAt }, display) })}</span>}
        {stays && <span>{text('series.stays')}</span>}
        {isLeftOut && nearest && <span>{text('series.nearestIs', { when: formatDayTimes(nearest, display) })}</span>}
        {state === 'excluded' && <span className={styles.muted}>{text('series.state.excluded')}</span>}
      </span>
      <span className={styles.muted}>
        {state === 'booked' && !takesOther && !stays && text(requiresApproval ? 'series.waits' : 'series.isFree')}
        {isLeftOut && text('series.state.conflict')}
      </span>
    </>
  )
}
