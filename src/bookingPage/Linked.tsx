/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import { Answers, groupsOf } from './Answers'
import { call, isRefusedFor } from './api'
import { HoldClock } from './Hold'
import { Nothing } from './Nothing'
import { Parts } from './Parts'
import { answersIn, errorsIn, lackingIn, Questions, useFirstError, useTyped } from './Person'
import { Problem } from './Problem'
import { Heading, Loading, StepLink, usePage, ZoneNote } from './page'
import type { Confirmed, HeldPlace, Offer } from './pageData'
import type { Route } from './route'
import { SendButton, useSending } from './SendButton'
import { Contact, Summary } from './Summary'
import { useLoaded } from './useLoaded'

interface Props {
  token: string
  takesFocus: boolean
}

const useBooked = () => {
  const { go, route } = usePage()
  const { lang, embed, channel } = route
  return ({ manageToken }: Confirmed) =>
    go({ lang, embed, channel, step: 'manage', token: manageToken, isNew: true }, { replace: true })
}

const Taken = ({ manageToken }: { manageToken: string | null }) => {
  const { go, route, texts } = usePage()
  const { lang, embed, channel } = route
  const booking: Route | null = manageToken ? { lang, embed, channel, step: 'manage', token: manageToken } : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leads on once.
  useEffect(() => {
    if (booking) go(booking, { replace: true })
  }, [])
  return (
    <p role="status">
      {texts.alreadyTaken} {booking && <StepLink to={booking}>{texts.manage}</StepLink>}
    </p>
  )
}

export const LinkedHold = ({ token, takesFocus }: Props) => {
  const { api, texts, lang } = usePage()
  const loaded = useLoaded<HeldPlace>(token, signal => call(`${api}/holds/${token}`, { signal, query: { lang } }), null)
  const [extended, setExtended] = useState<string | null>(null)
  const [gone, setGone] = useState<unknown>(null)
  const onDone = useBooked()
  const held = loaded.value
  if (loaded.error || gone)
    return (
      <Nothing
        {...{ takesFocus, again: loaded.again }}
        error={loaded.error ?? gone}
        title={texts.yourDetails}
        missing={[texts.linkOver, texts.linkOverWhy]}
      />
    )
  if (!held) return <Loading />
  return (
    <>
      <Heading takesFocus={takesFocus}>{texts.yourDetails}</Heading>
      <Summary {...held} person={held.personName ?? undefined} />
      <Parts parts={held.parts} />
      <ZoneNote at={[held.startsAt, held.endsAt]} />
      {held.status === 'taken' ? (
        <Taken manageToken={held.manageToken} />
      ) : held.status === 'cancelled' ? (
        <p role="status">{texts.notHeld}</p>
      ) : (
        <>
          <HoldClock
            token={token}
            expiresAt={extended ?? held.expiresAt}
            canExtend={held.canExtend && extended === null}
            onExtended={setExtended}
          />
          <Answers
            {...held}
            {...{ token, onDone, groups: groupsOf(held) }}
            // The link's answer tells the hold's end.
            onGone={error => (error.code === 'wrong_status' ? loaded.again() : setGone(error))}
          />
        </>
      )}
      <Contact />
    </>
  )
}

export const OfferPage = ({ token, takesFocus }: Props) => {
  const { api, texts, lang } = usePage()
  const url = `${api}/offers/${token}`
  const loaded = useLoaded<Offer>(token, signal => call(url, { signal, query: { lang } }), null)
  const [typed, type] = useTyped()
  const [error, setError] = useState<unknown>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [isSending, inTurn] = useSending()
  const [form, showFirst] = useFirstError()
  const onDone = useBooked()
  const offer = loaded.value
  if (loaded.error)
    return (
      <Nothing
        {...{ takesFocus, error: loaded.error, again: loaded.again }}
        title={texts.offer}
        missing={[texts.linkOver, texts.linkOverWhy]}
      />
    )
  if (!offer) return <Loading />
  const group = { path: 'answers', questions: offer.questions }
  const refused = (refusal: unknown) => {
    // The offer may have ended elsewhere.
    if (isRefusedFor(refusal, 'slot_unavailable', 'wrong_status', 'not_found')) loaded.again()
    setError(refusal)
    showFirst()
  }
  const accept = (event: Event) => {
    event.preventDefault()
    const lacking = lackingIn(typed, { requiredFields: null, groups: [group] })
    if (lacking) return refused(lacking)
    const body = { answers: answersIn(typed, group) }
    void inTurn(() => call<Confirmed>(`${url}/accept`, { method: 'POST', body }).then(onDone, refused))
  }
  const decline = (leave: boolean) =>
    inTurn(() =>
      call(`${url}/decline`, { method: 'POST', body: { leave } }).then(
        () => setSaid(leave ? texts.left2 : texts.declined),
        refused,
      ),
    )
  const errors = errorsIn(error, texts)
  return (
    <>
      <Heading takesFocus={takesFocus}>{texts.offer}</Heading>
      <Summary {...offer} person={offer.personName ?? undefined} />
      <ZoneNote at={[offer.startsAt, offer.endsAt]} />
      {said && (
        <p role="status" class="good">
          {said}
        </p>
      )}
      {!said && offer.status === 'taken' && <Taken manageToken={offer.manageToken} />}
      {!said && offer.status !== 'open' && offer.status !== 'taken' && <p role="status">{texts.offerOver}</p>}
      {!said && offer.status === 'open' && (
        <form ref={form} onSubmit={accept} noValidate>
          <p>{texts.offerText}</p>
          <HoldClock token="" expiresAt={offer.expiresAt} canExtend={false} onExtended={() => {}} />
          <Questions {...{ typed, type, errors, group }} />
          <Problem error={error} />
          {offer.requiresApproval && <p class="note">{texts.approval}</p>}
          <p class="actions">
            <SendButton isSending={isSending}>{offer.requiresApproval ? texts.request : texts.accept}</SendButton>
            <button type="button" onClick={() => decline(false)}>
              {texts.decline}
            </button>
            <button type="button" class="link" onClick={() => decline(true)}>
              {texts.leave}
            </button>
          </p>
        </form>
      )}
      <Contact />
    </>
  )
}
