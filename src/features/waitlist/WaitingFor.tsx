import Group from '@mui/icons-material/GroupsOutlined'
import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { mayAccess } from '../../declare'
import { waitlistEntries } from '../../resources/waitlistEntries'
import { Muted, useDisplay, useFailure, useRole } from '../../show'
import { formatDayTimes, formatStart } from '../bookings/formatDayTimes'
import { TellEach, useTellsByDefault } from '../bookings/TellCustomer'
import { useEngineMessage } from '../explanations/useEngineMessage'
import { useText } from './useText'
import styles from './waitlist.module.css'
import { type Match, useMatches, useWaitlistApi } from './waitlistApi'

interface WaitingForProps {
  question: Parameters<typeof useMatches>[0]
  mayOffer?: boolean
  isLeaving?: boolean
  title?: string
  onlyFitting?: boolean
  onBefore?: () => Promise<unknown>
  onOffered?: () => void
}

const shown = 5

export const WaitingFor = ({
  question,
  mayOffer = false,
  isLeaving = false,
  title,
  onlyFitting = false,
  onBefore,
  onOffered,
}: WaitingForProps) => {
  const text = useText()
  const display = useDisplay()
  const role = useRole()
  const say = useEngineMessage()
  const id = useId()
  const { data: all = [] } = useMatches(question)
  const matches = onlyFitting ? all.filter(({ fits, isAutomatic }) => fits && !isAutomatic) : all
  const [isTold, setTold] = useState(useTellsByDefault())
  const { offering, problem, offer } = useOffer({ onBefore, onOffered, isTold })
  if (matches.length === 0) return null
  const mayWrite = mayAccess(role, waitlistEntries.access, 'edit')
  const next = matches.find(({ fits, isAutomatic }) => fits && isAutomatic)
  const more = matches.length - shown
  const about = (match: Match): string => {
    if (match.startsAt && match.endsAt)
      return text('waitlist.fits', {
        time: formatDayTimes({ startsAt: match.startsAt, endsAt: match.endsAt }, display),
      })
    return match.reasons[0] ? say(match.reasons[0]) : ''
  }
  return (
    <section className={styles.waiting} aria-labelledby={id}>
      <h3 id={id}>
        <Group fontSize="small" /> {title ?? text('waitlist.waiting', { smart_count: matches.length })}
      </h3>
      <ol>
        {matches.slice(0, shown).map(match => (
          <li key={match.entryId}>
            <div>
              <Link to={`/waitlist/${match.entryId}/edit`}>{match.customerName}</Link>
              {match.quantity > 1 && ` × ${match.quantity}`}
              <p>{match.title}</p>
              <Muted>{about(match)}</Muted>
            </div>
            {mayOffer && mayWrite && match.fits && (
              <Button
                size="small"
                variant="outlined"
                aria-label={text('waitlist.offerTo', { name: match.customerName })}
                aria-busy={offering === match.entryId}
                onClick={() => void offer(match)}
              >
                {text('waitlist.offer')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {mayOffer && mayWrite && matches.some(({ fits }) => fits) && (
        <TellEach isTold={isTold} onChange={setTold} label={text('waitlist.tell')} />
      )}
      {more > 0 && <Link to="/waitlist/">{text('waitlist.more', { smart_count: more })}</Link>}
      {isLeaving && next && <p>{text('waitlist.automatic', { name: next.customerName })}</p>}
      {problem && <p role="alert">{problem}</p>}
    </section>
  )
}

const useOffer = ({
  onBefore,
  onOffered,
  isTold,
}: Pick<WaitingForProps, 'onBefore' | 'onOffered'> & { isTold: boolean }) => {
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const failureOf = useFailure()
  const api = useWaitlistApi()
  const [offering, setOffering] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const offer = async ({ entryId, customerName, startsAt, endsAt, resourceIds }: Match) => {
    if (offering || !startsAt || !endsAt) return
    setOffering(entryId)
    setProblem(null)
    try {
      await onBefore?.()
      const { offerExpiresAt } = await api.offer(entryId, { startsAt, endsAt, resourceIds, notify: isTold })
      const time = offerExpiresAt ? formatStart(offerExpiresAt, display) : ''
      notify(text('waitlist.offered', { name: customerName, time }), { type: 'success' })
      onOffered?.()
    } catch (error) {
      const { detail, errors } = failureOf(error)
      setProblem(Object.values(errors).join(' ') || detail)
    } finally {
      setOffering(null)
    }
  }
  return { offering, problem, offer }
}
