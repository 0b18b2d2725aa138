import { type FormEvent, type ReactNode, useState } from 'react'
import { maxParts } from '../../resources/visits'
import { Loading, Row, Tick, useDisplay } from '../../show'
import styles from '../bookings/bookings.module.css'
import { AddService, BookingFields, MoreButton, WhoBooks } from '../bookings/dialog/BookingFields'
import { BookingFoot } from '../bookings/dialog/BookingFoot'
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
  from: string
  onDay: (date: string) => void
  onSingle: (service: Service) => void
  onLeave: () => void
  onClose: () => void
}

interface PlannedVisitProps {
  visit: Pick<ReturnType<typeof useVisitForm>, 'plan' | 'startsAt' | 'isCurrent' | 'isPlanning'>
  titles: ReadonlyMap<number, string>
  customerName: string | undefined
}

const PlannedVisit = ({ visit, titles, customerName }: PlannedVisitProps) => {
  const text = useText()
  const display = useDisplay()
  const priceOf = usePrice()
  const { plan, startsAt, isCurrent, isPlanning } = visit
  const noPlan = startsAt ? formatStart(startsAt, display) : text('booking.noTime')
  return (
    <>
      {plan ? (
        <PlanStrip parts={plan.parts} titles={titles} isOutdated={!isCurrent} />
      ) : (
        isPlanning && <Loading>{text('visit.planning')}</Loading>
      )}
      <div className={styles.foot}>
        <div>
          <strong>{plan ? formatDayTimes(plan, display) : noPlan}</strong>
        </div>
        <div>
          <span>{[...titles.values()].join(' + ')}</span>
          {customerName && <span>{customerName}</span>}
          {plan && <span className={styles.total}>{priceOf(plan.total)}</span>}
        </div>
      </div>
      {plan?.status === 'pending' && <p className={styles.muted}>{text('booking.needsApproval')}</p>}
    </>
  )
}

const VisitForm = ({ form, header, from, onDay, onSingle, onLeave, onClose }: VisitFormProps) => {
  const text = useText()
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
    const [only, ...others] = services.filter(one => one.key !== key)
    if (only && others.length === 0) onSingle(only)
    else visit.remove(key)
  }
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
            {services.length < maxParts && <AddService onAdd={visit.add} />}
            <Row wrap gap="0 0.75rem">
              {(['sameStaff', 'anyOrder'] as const).map(name => (
                <Tick
                  key={name}
                  label={text(`visit.${name}`)}
                  size="small"
                  checked={options[name]}
                  onChange={isOn => visit.setOptions({ ...options, [name]: isOn })}
                />
              ))}
            </Row>
          </div>
          <MoreButton isOpened={isOpened} onClick={() => setMore(!isOpened)}>
            {text('booking.moreQuestions')}
          </MoreButton>
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
      <BookingFoot
        problem={problem}
        missing={missing.map(one => text(one))}
        isTried={isTried}
        isBusy={visit.isBusy}
        submit={text(plan?.status === 'pending' ? 'booking.request' : 'booking.book')}
        onLeave={onLeave}
      >
        <PlannedVisit visit={visit} titles={titles} customerName={form.typed.customer?.customer.name} />
      </BookingFoot>
    </form>
  )
}

export default VisitForm
