/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { call, withSolved } from './api'
import { variantOf } from './Choose'
import { dateInWords, fill, instantOf, zoneName } from './format'
import { measuresOf } from './Measures'
import { errorsIn, lackingIn, Person, personIn, useFirstError, useTyped } from './Person'
import { Problem } from './Problem'
import { Heading, StepLink, useClock, useOtherZone, usePage } from './page'
import type { Item } from './pageData'
import type { Choice } from './route'
import { SendButton, useSending } from './SendButton'

export const Wait = ({ item, choice, takesFocus }: { item: Item; choice: Choice; takesFocus: boolean }) => {
  const { api, texts, lang, route, business, content, isLive } = usePage()
  const clock = useClock()
  const [typed, type] = useTyped()
  const [from, setFrom] = useState('00:00')
  const [to, setTo] = useState('23:59')
  const [error, setError] = useState<unknown>(null)
  const [isSending, inTurn] = useSending()
  const [isJoined, setJoined] = useState(false)
  const [form, showFirst] = useFirstError()
  const variant = variantOf(item, choice)
  const day = choice.day ?? ''
  const bounds = day ? ['00:00', '23:59'].map(one => instantOf(day, one, business.timeZone)) : []
  const isElsewhere = useOtherZone(bounds) !== null
  if (!variant || !day) return <p>{texts.nothing}</p>
  const errors = errorsIn(error, texts)
  const requiredFields = content?.channel.requiredFields ?? ['email']
  const refused = (refusal: unknown) => {
    setError(refusal)
    showFirst()
  }
  const join = (event: Event) => {
    event.preventDefault()
    const lacking = lackingIn(typed, { requiredFields })
    if (lacking) return refused(lacking)
    const { quantity, length } = measuresOf(variant, choice)
    const entry = {
      ...{ variantId: variant.id, quantity, durationMinutes: length },
      windowStart: instantOf(day, from, business.timeZone),
      windowEnd: instantOf(day, to, business.timeZone),
      customer: personIn(typed, { lang, business }),
    }
    const query = { channel: route.channel }
    setError(null)
    void inTurn(() =>
      withSolved(api, route.channel, solution =>
        call(`${api}/waitlist`, { method: 'POST', query, body: { ...entry, ...solution } }),
      ).then(() => setJoined(true), refused),
    )
  }
  const back = { ...choice, waits: undefined }
  return (
    <>
      <p>
        <StepLink to={{ ...route, step: 'choose', choice: back }} class="back">
          ‹ {texts.back}
        </StepLink>
      </p>
      <Heading takesFocus={takesFocus}>{texts.waitTitle}</Heading>
      <p>
        <strong dir="auto">{item.variants.length > 1 ? `${item.name} · ${variant.name}` : item.name}</strong>
      </p>
      {!isLive ? null : isJoined ? (
        <p role="status" class="good">
          {texts.joined}
        </p>
      ) : (
        <form ref={form} onSubmit={join} noValidate>
          <p>{fill(texts.waitText, { date: dateInWords(day, clock) })}</p>
          {isElsewhere && <p class="note">{fill(texts.zone, { zone: zoneName(business.timeZone) })}</p>}
          <div class="measures">
            <label>
              {texts.waitFrom}
              <input
                type="time"
                value={from}
                aria-invalid={errors.windowStart ? true : undefined}
                onInput={({ currentTarget }) => setFrom(currentTarget.value)}
              />
            </label>
            <label>
              {texts.waitTo}
              <input
                type="time"
                value={to}
                aria-invalid={errors.windowEnd ? true : undefined}
                onInput={({ currentTarget }) => setTo(currentTarget.value)}
              />
            </label>
          </div>
          <Person {...{ typed, type, errors }} requiredFields={requiredFields} />
          <Problem error={error} />
          <SendButton isSending={isSending}>{texts.join}</SendButton>
        </form>
      )}
    </>
  )
}
