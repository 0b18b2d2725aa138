/** @jsxImportSource preact */

import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { MINUTE } from '../declare'
import { call, isRefusedFor } from './api'
import { calendarLinks } from './calendarLinks'
import { Check } from './Field'
import { fill, longDate, time } from './format'
import { Nothing } from './Nothing'
import { Parts } from './Parts'
import { People, personOf } from './People'
import { mailedTo } from './Person'
import { Problem } from './Problem'
import { Heading, Loading, StepLink, useClock, usePage, ZoneNote } from './page'
import type { Managed } from './pageData'
import { type Choice, onwardUrl, type Route } from './route'
import { SendButton, useSending } from './SendButton'
import { Contact, Summary } from './Summary'
import { Times } from './Times'
import { useLoaded } from './useLoaded'
import { VisitTimes, type Wanted } from './VisitTimes'

const statusOf = {
  held: 'statusHeld',
  pending: 'statusPending',
  confirmed: 'statusConfirmed',
  completed: 'statusCompleted',
  no_show: 'statusCompleted',
  cancelled: 'statusCancelled',
  declined: 'statusDeclined',
  expired: 'statusCancelled',
} as const

type ManageRoute = Extract<Route, { token: string }>

const CalendarLinks = ({ booking, url, token }: { booking: Managed; url: string; token: string }) => {
  const { base, business, texts } = usePage()
  const page = new URL(`${base}/manage/${token}`, location.href).href
  return (
    <p>
      {texts.calendar}{' '}
      {calendarLinks({ booking, business, url: page }).map(([name, address]) => (
        <Fragment key={name}>
          <a href={address} target="_blank" rel="noreferrer" data-leave>
            {name}
          </a>
          {' · '}
        </Fragment>
      ))}
      <a href={`${url}/calendar.ics`} download>
        {texts.calendarFile}
      </a>
    </p>
  )
}

interface ToldProps {
  booking: Managed
  token: string
  isNew: boolean
  said: string | null
}

const isOpen = ({ status }: Pick<Managed, 'status'>): boolean => status === 'confirmed' || status === 'pending'

const Told = ({ booking, token, isNew, said }: ToldProps) => {
  const { content, texts } = usePage()
  const isPending = booking.status === 'pending'
  const email = mailedTo(token)
  const mailed = email ? fill(texts.mailedTo, { email }) : texts.mailed
  const onward = onwardUrl(content?.channel.redirectUrl, booking.reference)
  return (
    <>
      <div role="status">
        {isNew && <p>{isPending ? texts.pendingText : texts.doneText}</p>}
        {isNew && <p>{booking.isMailed ? mailed : texts.keepAddress}</p>}
        {said && <p class="good">{said}</p>}
      </div>
      {isNew && onward && (
        <p>
          <a href={onward} target="_top" data-leave>
            {texts.goOn}
          </a>
        </p>
      )}
    </>
  )
}

const Deadline = ({ canCancel, canReschedule, latestChangeAt }: Managed) => {
  const { texts } = usePage()
  const clock = useClock()
  if (!canCancel && !canReschedule) return <p class="note">{texts.tooLate}</p>
  const at = `${longDate(latestChangeAt, clock)}, ${time(latestChangeAt, clock)}`
  return <p class="note">{fill(texts.changeUntil, { time: at })}</p>
}

export const Manage = ({ token, takesFocus }: { token: string; takesFocus: boolean }) => {
  const { api, lang, texts } = usePage()
  const route = usePage().route as ManageRoute
  const url = `${api}/bookings/${token}`
  const loaded = useLoaded<Managed>(token, signal => call(url, { signal, query: { lang } }), null)
  const [changed, setChanged] = useState<Managed | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const booking = changed ?? loaded.value
  if (loaded.error)
    return (
      <Nothing
        {...{ takesFocus, error: loaded.error, again: loaded.again }}
        title={texts.manage}
        missing={[texts.linkOver, texts.linkOverWhy]}
      />
    )
  if (!booking) return <Loading />
  const isNew = Boolean(route.isNew) && !changed
  const isPending = booking.status === 'pending'
  const done = (after: Managed, text: string) => {
    setChanged(booking.parts.length > 0 ? after : { ...after, title: booking.title })
    setSaid(text)
  }
  const loadAnew = () =>
    call<Managed>(url, { query: { lang } }).then(
      after => done(after, after.status === 'cancelled' ? texts.cancelledAlready : texts.changedMeanwhile),
      loaded.again,
    )
  const home: Route = { channel: booking.channel ?? undefined, lang: route.lang, embed: route.embed, step: 'items' }
  const at = route.choice?.at
  const standing = booking.parts.filter(isOpen)
  return (
    <>
      <Heading takesFocus={takesFocus} key={String(isNew)}>
        {isNew ? (isPending ? texts.donePending : texts.done) : texts.manage}
      </Heading>
      <Told {...{ booking, token, isNew, said }} />
      <Summary {...booking} person={personOf(booking.people, booking.personId)?.name} />
      <Parts
        parts={booking.parts}
        more={part =>
          part.canCancel &&
          standing.length > 1 && (
            <CancelPart
              {...{ url, part }}
              onDone={after => done(after, fill(texts.partCancelled, { name: part.title }))}
              onStale={loadAnew}
            />
          )
        }
      />
      <p>
        {texts.reference}: <strong>{booking.reference}</strong> · {texts[statusOf[booking.status]]}
        {booking.name && (
          <>
            {' · '}
            <bdi>{booking.name}</bdi>
          </>
        )}
      </p>
      <ZoneNote at={[booking.startsAt, booking.endsAt, booking.latestChangeAt]} />
      {isOpen(booking) && (
        <>
          <CalendarLinks {...{ booking, url, token }} />
          <Deadline {...booking} />
        </>
      )}
      {booking.canReschedule && booking.channel !== null && (
        <Move
          {...{ booking, url, at, route, standing }}
          onDone={after => done(after, texts.moved)}
          onStale={loadAnew}
        />
      )}
      {booking.canCancel && (
        <Cancel
          {...{ url, isVisit: standing.length > 1 }}
          onDone={after => done(after, texts.cancelled)}
          onStale={loadAnew}
        />
      )}
      <Contact />
      {booking.channel !== null && (
        <p>
          <StepLink to={home}>{texts.another}</StepLink>
        </p>
      )}
    </>
  )
}

interface ChangeProps {
  url: string
  onDone: (booking: Managed) => void
  onStale: () => Promise<void>
}

const useChange = ({ onDone, onStale }: Pick<ChangeProps, 'onDone' | 'onStale'>) => {
  const [error, setError] = useState<unknown>(null)
  const [isSending, inTurn] = useSending()
  const send = (url: string, body: object) => {
    setError(null)
    return inTurn(() =>
      call<Managed>(url, { method: 'POST', body }).then(onDone, (refusal: unknown) => {
        if (isRefusedFor(refusal, 'wrong_status', 'not_found')) return onStale()
        setError(refusal)
      }),
    )
  }
  return { error, isSending, send }
}

type Part = Managed['parts'][number]

const CancelPart = ({ url, part: { index, title }, ...outcome }: ChangeProps & { part: Part }) => {
  const { texts } = usePage()
  const { error, isSending, send } = useChange(outcome)
  return (
    <details>
      <summary aria-label={fill(texts.cancelPartOf, { name: title })}>{texts.cancelPart}</summary>
      <Problem error={error} />
      <SendButton
        class="danger"
        isSending={isSending}
        onClick={() => void send(`${url}/cancel`, { part: index, reason: null })}
      >
        {fill(texts.cancelPartOf, { name: title })}
      </SendButton>
    </details>
  )
}

const Cancel = ({ url, isVisit, ...outcome }: ChangeProps & { isVisit: boolean }) => {
  const { texts } = usePage()
  const label = isVisit ? texts.cancelAll : texts.cancel
  const [reason, setReason] = useState('')
  const { error, isSending, send } = useChange(outcome)
  const cancel = (event: Event) => {
    event.preventDefault()
    void send(`${url}/cancel`, { reason: reason || null })
  }
  return (
    <details>
      <summary>{label}</summary>
      <form onSubmit={cancel}>
        <p>{isVisit ? texts.cancelAllSure : texts.cancelSure}</p>
        <label class="field">
          {texts.reason} <span class="optional">({texts.optional})</span>
          <textarea
            rows={2}
            maxLength={500}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
        <Problem error={error} />
        <SendButton class="danger" isSending={isSending}>
          {label}
        </SendButton>
      </form>
    </details>
  )
}

const wantedAgain = ({ variantId, quantity, durationMinutes, guest, personId }: Part, anyPerson: boolean): Wanted => ({
  ...{ variantId, quantity, durationMinutes, guest, personId: anyPerson ? null : personId },
})

interface MoveProps extends ChangeProps {
  booking: Managed
  route: ManageRoute
  at: string | undefined
  standing: readonly Part[]
}

const Move = ({ booking, url, at, route, standing, onDone, onStale }: MoveProps) => {
  const { texts, go } = usePage()
  const clock = useClock()
  const { error, isSending, send } = useChange({
    onDone: after => {
      go({ ...route, isNew: undefined, choice: undefined }, { replace: true })
      onDone(after)
    },
    onStale,
  })
  const choice: Choice = route.choice ?? { item: '' }
  const to = (change: Partial<Choice>): Route => ({
    ...route,
    isNew: undefined,
    channel: booking.channel ?? undefined,
    choice: { ...choice, at: undefined, until: undefined, ...change },
  })
  const person = personOf(booking.people, choice.person ?? booking.personId)
  const anyPerson = choice.person === 'any'
  const move = () =>
    send(`${url}/reschedule`, {
      startsAt: at,
      ...(standing.length > 0 ? { anyPerson } : { endsAt: choice.until ?? null, personId: person?.id ?? null }),
    })
  const length = (Date.parse(booking.endsAt) - Date.parse(booking.startsAt)) / MINUTE
  return (
    <details open={Boolean(choice.at || choice.day || choice.month)}>
      <summary>{texts.move}</summary>
      {at ? (
        <div class="confirm">
          <p>{fill(texts.moveHere, { time: `${longDate(at, clock)}, ${time(at, clock)}` })}</p>
          <Problem error={error} />
          <SendButton isSending={isSending} onClick={move}>
            {texts.move}
          </SendButton>{' '}
          <StepLink to={to({})}>{texts.back}</StepLink>
        </div>
      ) : standing.length > 0 ? (
        <>
          {standing.some(({ personId }) => personId) && (
            <Check
              name="anyPerson"
              label={texts.anybody}
              error={undefined}
              isChecked={anyPerson}
              onChange={isAny =>
                go(to({ person: isAny ? 'any' : undefined, day: undefined, month: undefined }), { replace: true })
              }
            />
          )}
          <VisitTimes
            key={String(anyPerson)}
            {...{ choice, to, sameStaff: booking.sameStaff }}
            parts={standing.map(part => wantedAgain(part, anyPerson))}
            offer={null}
          />
        </>
      ) : (
        <>
          <People
            people={booking.people}
            chosen={person}
            onChoose={id => go(to({ person: id ?? 'any', day: undefined, month: undefined }), { replace: true })}
          />
          <Times
            key={person?.id}
            {...{ choice, to, person: person?.id }}
            variant={booking.variantId}
            quantity={booking.quantity}
            length={booking.isFlexible ? length : undefined}
            hasWaitlist={false}
            offer={null}
          />
        </>
      )}
    </details>
  )
}
