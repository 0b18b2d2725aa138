import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useId, useState } from 'react'
import type { Visit } from '../../calls/visits'
import type { Booking } from '../../resources/bookings'
import { availabilityKey } from '../../resources/effects'
import {
  Columns,
  DateField,
  DialogForm,
  instantOf,
  Loading,
  type OwnDialogProps,
  Tick,
  TimeField,
  undoable,
  useDisplay,
  useFailure,
  useSettled,
  wallTime,
} from '../../show'
import styles from '../bookings/bookings.module.css'
import type { Override } from '../bookings/bookingsApi'
import { formatDayTimes, formatStart } from '../bookings/formatDayTimes'
import { MovePreview } from '../bookings/move/MovePreview'
import { type NewPlace, useMoveBooking } from '../bookings/move/useMoveBooking'
import { ReasonField } from '../bookings/ReasonField'
import { RefusalNotice } from '../bookings/RefusalNotice'
import { type Refusal, refusalOf } from '../bookings/refusal'
import { TellKnown, useTellsByDefault } from '../bookings/TellCustomer'
import { stands } from './apart'
import { PlanStrip } from './PlanStrip'
import { useText } from './useText'
import { type VisitRefusal, visitRefusalOf } from './visitRefusal'
import { useVisitsApi } from './visitsApi'

export const titlesOf = ({ parts }: Pick<Visit, 'parts'>): ReadonlyMap<number, string> =>
  new Map(parts?.map(({ index, title }) => [index, title.split(' · ')[0] ?? title]))

export const refusedOf = (visit: Visit, { part }: VisitRefusal): string =>
  (part === null ? undefined : titlesOf(visit).get(part)) ?? visit.title ?? ''

export interface Dragged {
  booking: Booking
  place: NewPlace
}

interface MoveVisitDialogProps {
  visit: Visit
  part?: Dragged
  /** Closes gaps between parts; the start stays. */
  isClosing?: boolean
  onClose: () => void
}

type Scope = 'part' | 'visit'

const ScopeChoice = ({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) => {
  const text = useText()
  const id = useId()
  return (
    <FormControl>
      <FormLabel id={id}>{text('visit.moveWhat')}</FormLabel>
      <RadioGroup row aria-labelledby={id} value={value} onChange={event => onChange(event.target.value as Scope)}>
        <FormControlLabel value="part" control={<Radio />} label={text('visit.onlyPart')} />
        <FormControlLabel value="visit" control={<Radio />} label={text('visit.whole')} />
      </RadioGroup>
    </FormControl>
  )
}

/** @param wanted JSON of the body; empty for none */
const usePlan = (id: string, wanted: string) => {
  const api = useVisitsApi()
  const failureOf = useFailure()
  const asked = useSettled(wanted, 300)
  const { data, error } = useQuery({
    queryKey: [availabilityKey, 'visit', id, asked],
    queryFn: () => api.act(id, 'reschedule', { ...JSON.parse(asked), dryRun: true }),
    enabled: asked !== '',
    retry: false,
  })
  const isCurrent = asked === wanted
  const refusal: VisitRefusal | null = isCurrent ? visitRefusalOf(error) : null
  const problem = isCurrent && error && !refusal ? failureOf(error) : null
  const plan = wanted && isCurrent && !error ? (data?.parts ?? null) : null
  return { plan, refusal, problem, isPlanning: wanted !== '' && !plan && !refusal && !problem }
}

interface Move extends Partial<Override> {
  startsAt: string
  anyResource: boolean
  notify: boolean
}

const useMoveVisit = ({ id, startsAt }: Visit) => {
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const failureOf = useFailure()
  const api = useVisitsApi()
  const undo = async (isTold: boolean) => {
    const reason = text('visit.movedBack')
    try {
      await api.act(id, 'reschedule', { startsAt: startsAt ?? '', reason, ...(isTold && { notify: true }) })
      notify(reason, { type: 'success' })
    } catch (refused) {
      notify(failureOf(refused).detail, { type: 'error' })
    }
  }
  return async (body: Move, hasUndo: boolean) => {
    const moved = await api.act(id, 'reschedule', body)
    notify(text('visit.moved', { when: formatStart(moved.startsAt ?? body.startsAt, display) }), {
      type: 'success',
      ...(hasUndo && undoable(text('crud.undo'), () => void undo(body.notify))),
    })
  }
}

/** Moves a visit as a whole, after showing what would become of it. */
export const MoveVisitDialog = ({ visit, part, isClosing = false, onClose }: MoveVisitDialogProps) => {
  const text = useText()
  const display = useDisplay()
  const { timeZone } = display
  const { reference, customerId, status } = visit
  const now = visit.startsAt ?? ''
  const [fields, setFields] = useState(() => {
    const shift = part ? Date.parse(part.place.startsAt) - Date.parse(part.booking.startsAt) : 0
    const start = Date.parse(now) + shift
    return { ...wallTime(start, timeZone), anyResource: false }
  })
  const [scope, setScope] = useState<Scope>(part ? 'part' : 'visit')
  const [refusedPart, setRefusedPart] = useState<Refusal | null>(null)
  const isWhole = scope === 'visit'
  const move = useMoveBooking()
  const moveVisit = useMoveVisit(visit)
  const [reason, setReason] = useState('')
  const [isTold, setTold] = useState(useTellsByDefault())
  const startsAt = instantOf(fields.date, fields.time, timeZone)
  const isSame = !isClosing && startsAt !== null && Date.parse(startsAt) === Date.parse(now)
  const { anyResource } = fields
  const { plan, refusal, problem, isPlanning } = usePlan(
    visit.id,
    isWhole && startsAt && !isSame ? JSON.stringify({ startsAt, anyResource }) : '',
  )
  const told = isTold && customerId !== null && status !== 'held'
  const moveTo = async (start: string, override?: Override) => {
    const hasUndo = !isClosing && !anyResource && !visit.isApart
    await moveVisit({ startsAt: start, anyResource, ...(override ?? (reason && { reason })), notify: told }, hasUndo)
    onClose()
  }
  const movePart = async (place: NewPlace, override?: Override) => {
    if (!part) return
    try {
      await move(part.booking, place, { ...(override ?? (reason && { reason })), notify: told })
      onClose()
    } catch (error) {
      const refused = refusalOf(error)
      setRefusedPart(refused)
      if (!refused) throw error
    }
  }
  return (
    <DialogForm
      title={text(isClosing ? 'visit.closeUpTitle' : 'visit.moveTitle', { reference })}
      submit={text('booking.move')}
      cancel={text('booking.cancelDialog')}
      isTall
      isDisabled={isWhole && !plan}
      fields={['reason']}
      onSubmit={async () => (isWhole ? startsAt && moveTo(startsAt) : part && movePart(part.place))}
      onClose={onClose}
    >
      {({ errors, isBusy, send, clear }) => {
        const change = (changes: Partial<typeof fields>) => {
          setFields({ ...fields, ...changes })
          clear()
        }
        return (
          <>
            <p className={styles.muted}>
              {[
                visit.customerName,
                visit.title,
                visit.endsAt && formatDayTimes({ startsAt: now, endsAt: visit.endsAt }, display),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {part && (
              <ScopeChoice
                value={scope}
                onChange={chosen => {
                  setScope(chosen)
                  setRefusedPart(null)
                  clear()
                }}
              />
            )}
            {part && !isWhole && !refusedPart && <MovePreview booking={part.booking} place={part.place} />}
            {part && !isWhole && refusedPart && (
              <RefusalNotice
                refusal={refusedPart}
                isBusy={isBusy}
                override={text('booking.moveAllTheSame')}
                onTake={slot => void send(() => movePart(slot))}
                onOverride={why => void send(() => movePart(part.place, { override: true, reason: why }))}
              />
            )}
            {!isClosing && !part && (
              <Columns least="12rem" gap="0 0.75rem">
                <DateField label={text('availability.date')} value={fields.date} onChange={date => change({ date })} />
                <TimeField label={text('availability.time')} value={fields.time} onChange={time => change({ time })} />
              </Columns>
            )}
            {isWhole && (
              <Tick
                label={text('visit.anyResource')}
                checked={anyResource}
                onChange={isOn => change({ anyResource: isOn })}
              />
            )}
            {isPlanning && <Loading>{text('visit.planning')}</Loading>}
            {plan && <PlanStrip parts={plan.filter(stands)} titles={titlesOf(visit)} isOutdated={false} />}
            {problem && <p role="alert">{Object.values(problem.errors).join(' ') || problem.detail}</p>}
            {refusal && (
              <RefusalNotice
                refusal={refusal}
                title={text('visit.refusedPart', { what: refusedOf(visit, refusal) })}
                isBusy={isBusy}
                override={text('booking.moveAllTheSame')}
                onTake={slot => change(wallTime(Date.parse(slot.startsAt), timeZone))}
                onOverride={why => void send(async () => startsAt && moveTo(startsAt, { override: true, reason: why }))}
              />
            )}
            {customerId && status !== 'held' && (
              <TellKnown customerId={customerId} isTold={isTold} onChange={setTold} />
            )}
            {(errors.reason || reason) && <ReasonField value={reason} error={errors.reason} onChange={setReason} />}
          </>
        )
      }}
    </DialogForm>
  )
}

const MoveVisit = ({ record, onClose }: OwnDialogProps<Visit>) => <MoveVisitDialog visit={record} onClose={onClose} />

export default MoveVisit
