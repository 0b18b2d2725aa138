import Add from '@mui/icons-material/Add'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { maxParts } from '../../resources/visits'
import { Loading, Row, useDisplay } from '../../show'
import styles from '../bookings/bookings.module.css'
import { BookingFields, WhoBooks } from '../bookings/dialog/BookingFields'
import { formKeys } from '../bookings/dialog/formKeys'
import type { BookingForm } from '../bookings/dialog/useBookingDialog'
import { formatDayTimes, formatStart } from '../bookings/formatDayTimes'
import { RefusalNotice } from '../bookings/RefusalNotice'
import { usePrice } from '../bookings/usePrice'
import { PlanStrip } from './PlanStrip'
import { Questions } from './Questions'
import { ServiceLine } from './ServiceLine'
import type { Service } from './service'
import { useText } from './useText'
import { useVisitForm } from './useVisitForm'
import { VisitTimes } from './VisitTimes'

interface VisitFormProps {
  form: BookingForm
  header: ReactNode
  /** The first local date to offer. */
  from: string
  onDay: (date: string) => void
  /** Only this one is left. */
  onSingle: (service: Service) => void
  /** Asks before what is typed is lost. */
  onLeave: () => void
  onClose: () => void
}

const VisitForm = ({ form, header, from, onDay, onSingle, onLeave, onClose }: VisitFormProps) => {
  const text = useText()
  const display = useDisplay()
  const priceOf = usePrice()
  const missingId = useId()
  const [isTried, setTried] = useState(false)
  const [isMore, setMore] = useState(false)
  const visit = useVisitForm(form, onClose)
  const { services, chosen, options, plan, refusal, missing, problem, errors, startsAt } = visit
  const titles = new Map(chosen.map(({ itemName, variant }, index) => [index, itemName || (variant?.name ?? '')]))
  const guests = Math.max(...services.map(({ guest }) => guest)) + 1
  const isOpened = isMore || Object.keys(errors).some(path => /^(parts\.\d+\.answers|notes)\b/.test(path))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing.length === 0) void visit.send()
  }
  const remove = ({ key }: Service) => {
    const left = services.filter(one => one.key !== key)
    const [only] = left
    if (left.length === 1 && only) onSingle(only)
    else visit.remove(key)
  }
  const option = (name: keyof typeof options) => (
    <FormControlLabel
      label={text(`visit.${name}`)}
      control={
        <Checkbox
          size="small"
          checked={options[name]}
          onChange={(_, isOn) => visit.setOptions({ ...options, [name]: isOn })}
        />
      }
    />
  )
  return (
    <form
      noValidate
      className={styles.bookingForm}
      onSubmit={submit}
      onKeyDown={formKeys(services.length < maxParts ? visit.add : null)}
    >
      {header}
      <div className={styles.bookingBody}>
        <div className={styles.bookingColumn}>
          <WhoBooks form={{ typed: form.typed, type: form.type, errors }} />
          {services.map((service, index) => (
            <ServiceLine
              key={service.key}
              service={service}
              index={index}
              guests={guests}
              isAsked={index > 0 && service.itemId === null}
              onChange={changes => visit.set(service.key, changes)}
              onRemove={() => remove(service)}
            />
          ))}
          <div>
            {services.length < maxParts && (
              <Button size="small" startIcon={<Add />} aria-keyshortcuts="+" onClick={visit.add}>
                {text('visit.add')}
              </Button>
            )}
            <Row wrap gap="0 0.75rem">
              {option('sameStaff')}
              {option('anyOrder')}
            </Row>
          </div>
          <div>
            <Button
              size="small"
              startIcon={<ExpandMore className={isOpened ? styles.opened : ''} />}
              aria-expanded={isOpened}
              onClick={() => setMore(!isOpened)}
            >
              {text('booking.moreQuestions')}
            </Button>
          </div>
          {isOpened &&
            chosen.map((service, index) => (
              <Questions
                key={service.key}
                service={service}
                path={`parts.${index}.`}
                errors={errors}
                onChange={changes => visit.set(service.key, changes)}
              />
            ))}
          {isOpened && <BookingFields form={{ ...form, item: undefined, errors }} />}
        </div>
        <div className={styles.bookingColumn}>
          {refusal && (
            <RefusalNotice
              refusal={refusal}
              title={text('visit.refusedPart', { what: titles.get(refusal.part ?? 0) ?? '' })}
              isBusy={visit.isBusy}
              onTake={slot => form.move(slot.startsAt, [])}
              onOverride={reason => void visit.send({ override: true, reason })}
            />
          )}
          <VisitTimes
            question={visit.question}
            startsAt={startsAt}
            isPlanned={visit.isCurrent}
            isRefused={Object.keys(errors).length > 0}
            from={from}
            onDay={onDay}
            onTake={slot => form.move(slot.startsAt, [])}
          />
        </div>
      </div>
      <footer className={styles.bookingFoot}>
        {plan ? (
          <PlanStrip parts={plan.parts} titles={titles} isOutdated={!visit.isCurrent} />
        ) : (
          visit.isPlanning && <Loading>{text('visit.planning')}</Loading>
        )}
        <div className={styles.foot}>
          <div>
            <strong>
              {plan
                ? formatDayTimes(plan, display)
                : startsAt
                  ? formatStart(startsAt, display)
                  : text('booking.noTime')}
            </strong>
          </div>
          <div>
            <span>{[...titles.values()].join(' + ')}</span>
            {form.typed.customer?.customer.name && <span>{form.typed.customer.customer.name}</span>}
            {plan && <span className={styles.total}>{priceOf(plan.total)}</span>}
          </div>
        </div>
        {plan?.status === 'pending' && <p className={styles.muted}>{text('booking.needsApproval')}</p>}
        {problem && (
          <p role="alert" className={styles.error}>
            {problem}
          </p>
        )}
        {missing.length > 0 && (
          <p id={missingId} role={isTried ? 'alert' : undefined} className={isTried ? styles.error : styles.missing}>
            {text('booking.missing', { what: missing.map(one => text(one)).join(', ') })}
          </p>
        )}
        <div className={styles.bookingActions}>
          <Button onClick={onLeave}>{text('booking.cancelDialog')}</Button>
          <Button
            type="submit"
            variant="contained"
            aria-describedby={missing.length > 0 ? missingId : undefined}
            aria-keyshortcuts="Control+Enter"
            aria-busy={visit.isBusy}
          >
            {text(plan?.status === 'pending' ? 'booking.request' : 'booking.book')}
          </Button>
        </div>
      </footer>
    </form>
  )
}

export default VisitForm
