/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { call, Refusal, solved } from './api'
import { measuresOf, variantOf } from './Choose'
import { dateInWords, fill, instantOf } from './format'
import { errorsIn, Person, personIn, sentenceOf, useFirstError, useTyped } from './Person'
import { Heading, StepLink, usePage } from './page'
import type { Item } from './pageData'
import type { Choice } from './route'
import { Contact } from './Summary'

/** Waits for a place on a day that has none. */
export const Wait = ({ item, choice, takesFocus }: { item: Item; choice: Choice; takesFocus: boolean }) => {
  const { api, texts, lang, route, business, content } = usePage()
  const [typed, type] = useTyped()
  const [from, setFrom] = useState('00:00')
  const [to, setTo] = useState('23:59')
  const [error, setError] = useState<unknown>(null)
  const [isJoined, setJoined] = useState(false)
  const [form, showFirst] = useFirstError()
  const variant = variantOf(item, choice)
  const day = choice.day ?? ''
  if (!variant || !day) return <p>{texts.nothing}</p>
  const errors = errorsIn(error, texts)
  const join = async (event: Event) => {
    event.preventDefault()
    setError(null)
    try {
      const { quantity, length } = measuresOf(variant, choice)
      await call(`${api}/waitlist`, {
        method: 'POST',
        query: { channel: route.channel },
        body: {
          ...{ variantId: variant.id, quantity, durationMinutes: length },
          windowStart: instantOf(day, from, business.timeZone),
          windowEnd: instantOf(day, to, business.timeZone),
          customer: personIn(typed, lang),
          ...(await solved(api, route.channel)),
        },
      })
      setJoined(true)
    } catch (refusal) {
      setError(refusal)
      showFirst()
    }
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
        <strong>{item.variants.length > 1 ? `${item.name} · ${variant.name}` : item.name}</strong>
      </p>
      {isJoined ? (
        <p role="status" class="good">
          {texts.joined}
        </p>
      ) : (
        <form ref={form} onSubmit={join} noValidate>
          <p>{fill(texts.waitText, { date: dateInWords(day, lang) })}</p>
          <div class="measures">
            <label>
              {texts.waitFrom}
              <input type="time" value={from} onInput={({ currentTarget }) => setFrom(currentTarget.value)} />
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
          <Person {...{ typed, type, errors }} requiredFields={content?.channel.requiredFields ?? ['email']} />
          {error ? (
            <div class="problem" role="alert">
              <p>{sentenceOf(error, texts)}</p>
              {error instanceof Refusal && error.code === 'booking_refused' && <Contact />}
            </div>
          ) : null}
          <button type="submit" class="primary">
            {texts.join}
          </button>
        </form>
      )}
    </>
  )
}
