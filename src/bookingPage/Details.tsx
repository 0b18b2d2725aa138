/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Answers, type AnswersProps } from './Answers'
import { call, Refusal, solved } from './api'
import { measuresOf, variantOf } from './Choose'
import { longDate, money, time } from './format'
import { HoldClock } from './Hold'
import { keep, kept } from './kept'
import { sentenceOf } from './Person'
import { Heading, StepLink, useClock, usePage, ZoneNote } from './page'
import type { Confirmed, Hold, Item, Slot } from './pageData'
import type { Choice, Route } from './route'
import { Contact, Summary } from './Summary'
import { tellParent } from './tellParent'

interface KeptHold extends Hold {
  of: string
  canExtend: boolean
}

const heldKey = (business: string) => `booking-hold ${business}`

/** Other times, where this one is gone. */
const Others = ({ slots, to }: { slots: readonly Slot[]; to: (slot: Slot) => Route }) => {
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
              <span>{money(slot.price, { lang, texts })}</span>
            </StepLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Who books: the place is kept while they say it. */
export const Details = ({ item, choice, takesFocus }: { item: Item; choice: Choice; takesFocus: boolean }) => {
  const { api, texts, route, business, content, go } = usePage()
  const variant = variantOf(item, choice)
  const quantity = variant && measuresOf(variant, choice).quantity
  const of = JSON.stringify([variant?.id, choice.at, choice.until, quantity, route.channel])
  const [hold, setHold] = useState<KeptHold | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const isBooked = useRef(false)
  const back: Route = {
    ...{ channel: route.channel, lang: route.lang, embed: route.embed },
    step: 'choose',
    choice: { ...choice, at: undefined, until: undefined },
  }
  const remember = (value: KeptHold | null) => {
    keep(heldKey(business.slug), value)
    setHold(value)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one hold for each choice, and for each new try
  useEffect(() => {
    let isLeft = false
    const before = kept<KeptHold>(heldKey(business.slug))
    const isStill = before?.of === of && Date.parse(before.expiresAt) > Date.now()
    const make = async (): Promise<KeptHold> => {
      const answer = await call<Hold>(`${api}/holds`, {
        method: 'POST',
        query: { channel: route.channel },
        body: {
          variantId: variant?.id,
          startsAt: choice.at,
          endsAt: choice.until,
          quantity,
          ...(await solved(api, route.channel)),
        },
      })
      return { ...answer, of, canExtend: true }
    }
    setRefusal(null)
    const making = isStill && before ? Promise.resolve(before) : make()
    making.then(
      made => {
        if (isLeft) void release(made)
        else remember(made)
      },
      (error: unknown) => {
        if (!isLeft) setRefusal(error)
      },
    )
    const release = (made: Hold) => {
      keep(heldKey(business.slug), null)
      return call(`${api}/holds/${made.holdToken}`, { method: 'DELETE' }).catch(() => {})
    }
    // Whoever goes back finds the time free again.
    return () => {
      isLeft = true
      const made = kept<KeptHold>(heldKey(business.slug))
      if (made?.of === of && !isBooked.current) void release(made)
    }
  }, [of, tries])

  const confirmed = ({ manageToken, reference, startsAt, endsAt }: Confirmed) => {
    isBooked.current = true
    keep(heldKey(business.slug), null)
    tellParent({ type: 'booked', reference, startsAt, endsAt })
    go({ ...back, step: 'manage', token: manageToken, isNew: true, choice: undefined }, { replace: true })
  }
  const isGone = refusal instanceof Refusal && refusal.code === 'slot_unavailable'
  const alternatives = isGone ? ((refusal.body.alternatives ?? []) as Slot[]) : []
  const asking: Omit<AnswersProps, 'token' | 'onDone' | 'onGone'> = {
    questions: item.questions,
    requiredFields: content?.channel.requiredFields ?? ['email'],
    pagePolicy: content?.channel.pagePolicy ?? null,
    knowsCustomer: false,
  }
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
          <Summary {...hold} title={item.variants.length > 1 ? `${item.name} · ${variant?.name}` : item.name} />
          <ZoneNote />
          <HoldClock
            token={hold.holdToken}
            expiresAt={hold.expiresAt}
            canExtend={hold.canExtend}
            onExtended={expiresAt => remember({ ...hold, expiresAt, canExtend: false })}
          />
        </>
      )}
      {!hold && !refusal && <p role="status">{texts.holding}</p>}
      {isGone ? (
        <Others
          slots={alternatives}
          to={({ startsAt: at, endsAt }) => ({
            ...back,
            step: 'details',
            choice: { ...choice, day: undefined, at, until: choice.until && endsAt },
          })}
        />
      ) : refusal ? (
        <div class="problem" role="alert">
          <p>{sentenceOf(refusal, texts)}</p>
          <Contact />
          <button type="button" onClick={() => setTries(before => before + 1)}>
            {texts.tryAgain}
          </button>
        </div>
      ) : (
        <Answers {...asking} token={hold?.holdToken ?? null} onDone={confirmed} onGone={setRefusal} />
      )}
    </>
  )
}
