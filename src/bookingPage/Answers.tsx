/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { call, Refusal } from './api'
import { Field } from './Field'
import { keep, kept } from './kept'
import {
  answersIn,
  errorsIn,
  Person,
  personIn,
  type Question,
  Questions,
  sentenceOf,
  useFirstError,
  useTyped,
} from './Person'
import { usePage } from './page'
import type { Confirmed } from './pageData'
import { Contact } from './Summary'

export interface AnswersProps {
  /** Of the hold; null until there is one. */
  token: string | null
  questions: readonly Question[]
  requiredFields: readonly ('email' | 'phone' | 'notes')[]
  pagePolicy: string | null
  /** It is held for somebody who need not say who they are. */
  knowsCustomer: boolean
  onDone: (booking: Confirmed) => void
  /** The place is taken (`slot_unavailable`), or the hold is no more (`not_found`). */
  onGone: (error: Refusal) => void
}

/** One key for all tries of the same booking, also after the page was reloaded: a lost answer books nothing twice. */
const keyOf = (tried: string): string => {
  const before = kept<{ of: string; key: string }>('booking-try')
  if (before?.of === tried) return before.key
  const key = `${Date.now()}-${Math.random().toString(36).slice(2)}`
  keep('booking-try', { of: tried, key })
  return key
}

/** The form that books what is held. */
export const Answers = ({
  token,
  questions,
  requiredFields,
  pagePolicy,
  knowsCustomer,
  onDone,
  onGone,
}: AnswersProps) => {
  const { api, texts, lang } = usePage()
  const [typed, type] = useTyped()
  const [error, setError] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const [accepted, setAccepted] = useState(false)
  const [website, setWebsite] = useState('')
  const [form, showFirst] = useFirstError()
  const errors = errorsIn(error, texts)

  const send = async (event: Event) => {
    event.preventDefault()
    if (!token || isSending) return
    const body = {
      ...(!knowsCustomer && { customer: personIn(typed, lang) }),
      answers: answersIn(typed, questions),
      notes: String(typed.notes ?? '') || null,
      acceptsPolicy: accepted,
      ...(website && { website }),
    }
    const headers = { 'Idempotency-Key': keyOf(JSON.stringify([token, body])) }
    setSending(true)
    setError(null)
    try {
      onDone(await call<Confirmed>(`${api}/holds/${token}/confirm`, { method: 'POST', body, headers }))
    } catch (refusal) {
      setSending(false)
      if (refusal instanceof Refusal && ['slot_unavailable', 'not_found'].includes(refusal.code)) return onGone(refusal)
      setError(refusal)
      showFirst()
    }
  }

  return (
    <form ref={form} onSubmit={send} noValidate>
      {!knowsCustomer && <Person {...{ typed, type, requiredFields, errors }} />}
      <Questions {...{ questions, typed, type, errors }} />
      <Field name="notes" label={texts.notes} isRequired={requiredFields.includes('notes')} error={errors.notes}>
        {given => (
          <textarea
            {...given}
            rows={2}
            maxLength={5000}
            value={String(typed.notes ?? '')}
            onInput={({ currentTarget }) => type('notes', currentTarget.value)}
          />
        )}
      </Field>
      <div class="offscreen" aria-hidden="true">
        <label>
          {texts.website}
          <input
            name="website"
            tabIndex={-1}
            autocomplete="off"
            value={website}
            onInput={({ currentTarget }) => setWebsite(currentTarget.value)}
          />
        </label>
      </div>
      {pagePolicy && (
        <div class="field">
          <details>
            <summary>{texts.showTerms}</summary>
            <p class="intro">{pagePolicy}</p>
          </details>
          <label class="check">
            <input
              type="checkbox"
              checked={accepted}
              aria-invalid={errors.acceptsPolicy ? true : undefined}
              aria-describedby={errors.acceptsPolicy ? 'terms-error' : undefined}
              onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
            />
            <span>{texts.terms}</span>
          </label>
          {errors.acceptsPolicy && (
            <p class="error" id="terms-error">
              {errors.acceptsPolicy}
            </p>
          )}
        </div>
      )}
      {error ? (
        <div class="problem" role="alert">
          <p>{sentenceOf(error, texts)}</p>
          {error instanceof Refusal && error.code === 'booking_refused' && <Contact />}
        </div>
      ) : null}
      <button type="submit" class="primary" aria-disabled={!token || isSending}>
        {texts.book}
      </button>
    </form>
  )
}
