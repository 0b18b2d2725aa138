/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import { Answers, type AnswersProps, groupsOf } from './Answers'
import { call, Refusal } from './api'
import { variantOf } from './Choose'
import { longDate, money, priceFor, time } from './format'
import { HoldClock } from './Hold'
import { forgetHold, type HoldRequest, type KeptHold, keepHold, leaveHold, leavePage, takeHold } from './holding'
import { measuresOf } from './Measures'
import { Parts } from './Parts'
import { personOf } from './People'
import { isTooManyPlans, sentenceOf } from './Person'
import { Heading, Loading, StepLink, useClock, usePage, ZoneNote } from './page'
import type { Confirmed, HeldPlace, Item, Slot, VisitSlot } from './pageData'
import { type Choice, onwardUrl, type Route } from './route'
import { Contact, Summary } from './Summary'
import { isFramed, tellParent } from './tellParent'
import { useLoaded } from './useLoaded'

type Other = Slot | VisitSlot

const Others = ({ slots, to }: { slots: readonly Other[]; to: (slot: Other) => Route }) => {
  const { texts, lang } = usePage()
  const clock = useClock()
  return (
    <div class="problem" role="alert">
      <p>{slots.length > 0 ? texts.taken : texts.takenNone}</p>
      <ul class="times">
        {slots.map(slot => (
          <li key={slot.startsAt}>
            <StepLink to={to(slot)} class="time">
              <strong>
                {longDate(slot.startsAt, clock)}, {time(slot.startsAt, clock)}
              </strong>
              <span>{money('price' in slot ? slot.price : slot.total, { lang, texts })}</span>
            </StepLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `again` takes a new hold. */
const useHold = (wanted: HoldRequest) => {
  const [hold, setHold] = useState<KeptHold | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: one hold for each wanted, and for each new try
  useEffect(() => {
    let isLeft = false
    const take = () => {
      setRefusal(null)
      takeHold(wanted).then(
        made => {
          if (!isLeft) setHold(made)
        },
        (error: unknown) => {
          if (!isLeft) setRefusal(error)
        },
      )
    }
    const leave = () => leavePage(wanted)
    /** From the back/forward cache. */
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) take()
    }
    setHold(null)
    take()
    addEventListener('pagehide', leave)
    addEventListener('pageshow', show)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', show)
      isLeft = true
      leaveHold(wanted)
    }
  }, [JSON.stringify(wanted), tries])
  return { hold, setHold, refusal, setRefusal, again: () => setTries(before => before + 1) }
}

interface HoldingProps {
  choice: Choice
  takesFocus: boolean
  place: HoldRequest['place']
  title: string
  each?: string | undefined
  person?: string | undefined
  /** Null for a visit: its hold has them. */
  questions: Item['questions'] | null
  requiresApproval: boolean
}

export const Holding = ({ choice, takesFocus, place, title, questions, ...shown }: HoldingProps) => {
  const { api, texts, lang, route, business, content, isLive, go } = usePage()
  const clock = useClock()
  const wanted: HoldRequest = { ...{ api, business: business.slug, channel: route.channel }, place }
  const { hold, setHold, refusal, setRefusal, again } = useHold(wanted)
  const token = questions ? '' : (hold?.holdToken ?? '')
  const held = useLoaded<HeldPlace | null>(
    token,
    signal => (token ? call(`${api}/holds/${token}`, { signal, query: { lang } }) : Promise.resolve(null)),
    null,
  )
  const parts = held.value && !held.isLoading ? held.value : null
  const groups = questions ? [{ path: 'answers', questions }] : parts && groupsOf(parts)
  const back: Route = {
    ...{ channel: route.channel, lang: route.lang, embed: route.embed },
    step: 'choose',
    choice: { ...choice, at: undefined, until: undefined },
  }

  const extended = (expiresAt: string) => {
    if (!hold) return
    const longer = { ...hold, expiresAt, canExtend: false }
    keepHold(wanted, longer)
    setHold(now => (now?.holdToken === hold.holdToken ? longer : now))
  }
  const confirmed = ({ manageToken, reference, startsAt, endsAt }: Confirmed) => {
    if (hold) forgetHold(wanted, hold)
    const redirectUrl = onwardUrl(content?.channel.redirectUrl, reference)
    tellParent({ type: 'booked', reference, startsAt, endsAt, redirectUrl })
    go({ ...back, step: 'manage', token: manageToken, isNew: true, choice: undefined }, { replace: true })
    if (redirectUrl && !isFramed()) location.assign(redirectUrl)
  }
  const gone = (error: Refusal) => {
    // Another tab may have released the hold.
    if (error.code === 'not_found') return again()
    if (error.code === 'wrong_status' && hold) forgetHold(wanted, hold)
    setRefusal(error)
  }
  const isGone = refusal instanceof Refusal && refusal.code === 'slot_unavailable'
  const alternatives = isGone ? ((refusal.body.alternatives ?? []) as Other[]) : []
  const asking: Omit<AnswersProps, 'token' | 'groups' | 'onDone' | 'onGone'> = {
    requiredFields: content?.channel.requiredFields ?? ['email'],
    pagePolicy: content?.channel.pagePolicy ?? null,
    knowsCustomer: false,
    requiresApproval: hold?.requiresApproval ?? shown.requiresApproval,
  }
  const problem = isGone ? null : (refusal ?? held.error)
  return (
    <>
      <p>
        <StepLink to={back} class="back">
          ‹ {texts.back}
        </StepLink>
      </p>
      <Heading takesFocus={takesFocus}>{texts.yourDetails}</Heading>
      {hold && (
        <>
          <Summary {...hold} person={shown.person} title={title} each={shown.each} />
          {parts && <Parts parts={parts.parts} />}
          <ZoneNote at={[hold.startsAt, hold.endsAt]} />
          <HoldClock
            token={hold.holdToken}
            expiresAt={hold.expiresAt}
            canExtend={hold.canExtend}
            onExtended={extended}
          />
        </>
      )}
      {!isLive && choice.at && (
        <p>
          <strong dir="auto">{title}</strong>
          <br />
          {longDate(choice.at, clock)}, {time(choice.at, clock)}
        </p>
      )}
      {!hold && !refusal && <Loading text={texts.holding} />}
      {isGone ? (
        <Others
          slots={alternatives}
          to={({ startsAt: at, endsAt }) => ({
            ...back,
            step: 'details',
            choice: { ...choice, day: undefined, at, until: choice.until && endsAt },
          })}
        />
      ) : problem ? (
        <div class="problem" role="alert">
          <p>{sentenceOf(problem, texts)}</p>
          <Contact />
          {!isTooManyPlans(problem) && (
            <button type="button" onClick={refusal ? again : held.again}>
              {texts.tryAgain}
            </button>
          )}
        </div>
      ) : isLive && groups ? (
        <Answers {...asking} groups={groups} token={hold?.holdToken ?? null} onDone={confirmed} onGone={gone} />
      ) : null}
    </>
  )
}

export const Details = ({ item, choice, takesFocus }: { item: Item; choice: Choice; takesFocus: boolean }) => {
  const { texts, lang } = usePage()
  const variant = variantOf(item, choice)
  const quantity = variant && measuresOf(variant, choice).quantity
  const person = variant && personOf(variant.people, choice.person)
  const isByUnit = variant && variant.pricingUnit !== 'per_booking' && variant.price.amount > 0
  return (
    <Holding
      {...{ choice, takesFocus, questions: item.questions }}
      place={{ variantId: variant?.id, startsAt: choice.at, endsAt: choice.until, quantity, personId: person?.id }}
      title={item.variants.length > 1 ? `${item.name} · ${variant?.name}` : item.name}
      each={isByUnit ? priceFor(variant.price, variant, { lang, texts }) : undefined}
      person={person?.name}
      requiresApproval={variant?.requiresApproval ?? false}
    />
  )
}
