import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Highlight from '@mui/icons-material/HighlightOffOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import Button from '@mui/material/Button'
import { lazy, Suspense } from 'react'
import type { Variant } from '../../resources/variants'
import type { CheckEntry } from '../../scheduling'
import { LoadError, Loading } from '../../show'
import { useEngineMessage } from '../explanations/useEngineMessage'
import styles from './availability.module.css'
import { type Request, useExplanation } from './availabilityApi'
import { CheckLinks } from './CheckLinks'
import { NearestFree } from './NearestFree'
import type { TimelineActions } from './timeline/TimelineActions'
import { useText } from './useText'
import { WhoIsNext } from './WhoIsNext'
import type { Why } from './why'

const NoteWish = lazy(() => import('../demand/NoteWish'))
const WaitInstead = lazy(() => import('../waitlist/WaitInstead'))

interface ExplainedProps extends Pick<TimelineActions, 'onSelectFree'> {
  request: Request
  variant: Variant | null
  why: Why
  notes?: boolean
}

interface CheckProps {
  check: CheckEntry
  names: ReadonlyMap<string, string>
}

const CheckNotes = ({ check, names }: CheckProps) => {
  const text = useText()
  return (
    <>
      <CheckLinks check={check} names={names} />
      {!check.passed && check.isOverridable && <p className={styles.note}>{text('availability.overridable')}</p>}
    </>
  )
}

const CheckItem = ({ check, names }: CheckProps) => {
  const text = useText()
  const say = useEngineMessage()
  const { passed, severity } = check
  const Icon = passed ? CheckCircle : severity === 'warning' ? Warning : Highlight
  return (
    <li className={styles.check} data-passed={passed}>
      <Icon fontSize="small" titleAccess={text(passed ? 'availability.passed' : 'availability.refused')} />
      <div>
        <p>{say(check)}</p>
        <CheckNotes check={check} names={names} />
      </div>
    </li>
  )
}

const keyOf = ({ code, resourceId, ruleId, bookingId, overriddenBy, text }: CheckEntry): string =>
  [code, resourceId, ruleId, bookingId, overriddenBy?.ruleId, text].join('/')

export const Explained = ({ request, variant, why, notes = true, onSelectFree }: ExplainedProps) => {
  const text = useText()
  const say = useEngineMessage()
  const { data, error, refetch } = useExplanation(request, why)
  if (error) return <LoadError message={text('availability.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading>{text('availability.explaining')}</Loading>
  const names = new Map(data.resources.map(one => [one.resourceId, one.name]))
  const failed = data.checks.filter(check => !check.passed)
  const headline = data.headline && say(data.headline)
  const decisive = failed.find(check => say(check) === headline)
  const others = failed.filter(
    (check, index) =>
      say(check) !== headline &&
      failed.findIndex(one => one.resourceId === check.resourceId && say(one) === say(check)) === index,
  )
  const sections = [null, ...data.resources.map(one => one.resourceId)]
    .map(id => ({ id, checks: others.filter(check => check.resourceId === id) }))
    .filter(({ checks }) => checks.length > 0)
  const passed = data.checks.filter(check => check.passed)
  const refusals = failed.filter(({ severity }) => severity !== 'warning')
  const resourceId = why.resourceId ?? data.resources[0]?.resourceId
  return (
    <>
      <div className={styles.verdict} data-available={data.available}>
        {data.available ? <CheckCircle /> : <Highlight />}
        <div>
          <strong>{data.available ? text('availability.canBeBooked') : headline}</strong>
          {decisive && <CheckNotes check={decisive} names={names} />}
        </div>
      </div>
      {onSelectFree && resourceId && refusals.length > 0 && refusals.every(({ isOverridable }) => isOverridable) && (
        <Button variant="outlined" color="warning" onClick={() => onSelectFree({ ...why, resourceId })}>
          {text('availability.bookAnyway')}
        </Button>
      )}
      {data.available && data.allocation && <WhoIsNext allocation={data.allocation} names={names} />}
      {!data.available && variant && (
        <Suspense>
          <WaitInstead
            variant={variant}
            startsAt={why.startsAt}
            minutes={request.durationMinutes}
            quantity={request.quantity}
          />
          {notes && (
            <NoteWish
              {...{ variantId: variant.id, channelId: request.channelId, quantity: request.quantity }}
              itemId={variant.catalogItemId}
              title={variant.name}
              startsAt={why.startsAt}
              endsAt={why.endsAt}
              code={data.headline?.code}
            />
          )}
        </Suspense>
      )}
      {!data.available && <NearestFree request={request} startsAt={why.startsAt} onSelectFree={onSelectFree} />}
      {sections.map(({ id, checks }) => (
        <section key={id} className={styles.checks}>
          <h3>{id === null ? text('availability.inGeneral') : names.get(id)}</h3>
          <ul>
            {checks.map(check => (
              <CheckItem key={keyOf(check)} check={check} names={names} />
            ))}
          </ul>
        </section>
      ))}
      {passed.length > 0 && (
        <details className={styles.checks}>
          <summary>{text('availability.passedChecks', { smart_count: passed.length })}</summary>
          <ul>
            {passed.map(check => (
              <CheckItem key={keyOf(check)} check={check} names={names} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
