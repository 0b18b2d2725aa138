/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { call, isRefusedFor, type Refusal } from './api'
import { Check, Field } from './Field'
import { keep, kept } from './kept'
import {
  answersIn,
  errorsIn,
  keepMailedTo,
  lackingIn,
  Person,
  personIn,
  type QuestionGroup,
  Questions,
  useFirstError,
  useTyped,
} from './Person'
import { Problem } from './Problem'
import { usePage } from './page'
import type { Confirmed, HeldPlace } from './pageData'
import { SendButton, useSending } from './SendButton'
import type { Typed } from './typed'

export interface AnswersProps {
  token: string | null
  groups: readonly QuestionGroup[]
  requiredFields: readonly ('email' | 'phone' | 'notes')[]
  pagePolicy: string | null
  knowsCustomer: boolean
  requiresApproval: boolean
  onDone: (booking: Confirmed) => void
  /** `slot_unavailable`, `not_found`, or `wrong_status` if it is no hold. */
  onGone: (error: Refusal) => void
}

const saidIn = (typed: Typed, groups: readonly QuestionGroup[]) => {
  const said = groups.map(group => answersIn(typed, group))
  return groups[0]?.title === undefined ? { answers: said[0] ?? {} } : { partAnswers: said }
}

export const groupsOf = ({ questions, parts }: Pick<HeldPlace, 'questions' | 'parts'>): QuestionGroup[] =>
  parts.length === 0
    ? [{ path: 'answers', questions }]
    : parts.map(({ title, questions: own, status }, index) => ({
        ...{ path: `partAnswers.${index}`, title },
        // Keeps its index among the answers.
        questions: status === 'cancelled' ? [] : own,
      }))

/** Shared by all tries, so that a lost answer books nothing twice. */
const keyOf = (tried: string): string => {
  const before = kept<{ of: string; key: string }>('booking-try')
  if (before?.of === tried) return before.key
  const key = `${Date.now()}-${Math.random().toString(36).slice(2)}`
  keep('booking-try', { of: tried, key })
  return key
}

/** Milliseconds. The server takes faster visitors for bots. */
const fastestPerson = 2000

/** Retries once: a prefilled form can be sent too fast. */
const inPersonsTime = <T,>(send: () => Promise<T>): Promise<T> =>
  send().catch(async (error: unknown) => {
    if (!isRefusedFor(error, 'challenge_failed')) throw error
    await new Promise(resolve => setTimeout(resolve, fastestPerson))
    return send()
  })

/** Bots fill in this hidden field. */
const Trap = ({ value, onInput }: { value: string; onInput: (value: string) => void }) => {
  const { texts } = usePage()
  return (
    <div class="offscreen" aria-hidden="true">
      <label>
        {texts.website}
        <input
          name="website"
          tabIndex={-1}
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </label>
    </div>
  )
}

interface TermsProps {
  policy: string
  error: string | undefined
  isAccepted: boolean
  onChange: (isAccepted: boolean) => void
}

const Terms = ({ policy, error, isAccepted, onChange }: TermsProps) => {
  const { texts } = usePage()
  return (
    <div class="field">
      <details>
        <summary>{texts.showTerms}</summary>
        <p class="intro" dir="auto">
          {policy}
        </p>
      </details>
      <Check name="acceptsPolicy" label={texts.terms} error={error} isChecked={isAccepted} onChange={onChange} />
    </div>
  )
}

export const Answers = ({
  token,
  groups,
  requiredFields,
  pagePolicy,
  knowsCustomer,
  requiresApproval,
  onDone,
  onGone,
}: AnswersProps) => {
  const { api, texts, lang, business } = usePage()
  const [typed, type] = useTyped()
  const [error, setError] = useState<unknown>(null)
  const [isSending, inTurn] = useSending()
  const [accepted, setAccepted] = useState(false)
  const [website, setWebsite] = useState('')
  const [form, showFirst] = useFirstError()
  const errors = errorsIn(error, texts)

  const refused = (refusal: unknown) => {
    if (isRefusedFor(refusal, 'slot_unavailable', 'not_found', 'wrong_status')) return onGone(refusal as Refusal)
    setError(refusal)
    showFirst()
  }
  const send = (event: Event) => {
    event.preventDefault()
    if (!token || isSending) return
    const lacking = lackingIn(typed, {
      ...{ requiredFields: knowsCustomer ? null : requiredFields, groups },
      ...{ needsNotes: requiredFields.includes('notes'), mustAccept: Boolean(pagePolicy) && !accepted },
    })
    if (lacking) return refused(lacking)
    const body = {
      ...(!knowsCustomer && { customer: personIn(typed, { lang, business }) }),
      ...saidIn(typed, groups),
      notes: String(typed.notes ?? '') || null,
      acceptsPolicy: accepted,
      ...(website && { website }),
    }
    const headers = { 'Idempotency-Key': keyOf(JSON.stringify([token, body])) }
    const url = `${api}/holds/${token}/confirm`
    const booked = (booking: Confirmed) => {
      if (body.customer?.email) keepMailedTo(booking.manageToken, body.customer.email)
      onDone(booking)
    }
    setError(null)
    void inTurn(() =>
      inPersonsTime(() => call<Confirmed>(url, { method: 'POST', body, headers, isPatient: true })).then(
        booked,
        refused,
      ),
    )
  }

  return (
    <form ref={form} onSubmit={send} noValidate>
      {!knowsCustomer && <Person {...{ typed, type, requiredFields, errors }} />}
      {groups.map(group =>
        group.title && group.questions.length > 0 ? (
          <fieldset key={group.path} class="part">
            <legend dir="auto">{group.title}</legend>
            <Questions {...{ group, typed, type, errors }} />
          </fieldset>
        ) : (
          <Questions key={group.path} {...{ group, typed, type, errors }} />
        ),
      )}
      <Field name="notes" label={texts.notes} isRequired={requiredFields.includes('notes')} error={errors.notes}>
        {given => (
          <textarea
            {...given}
            dir="auto"
            rows={2}
            maxLength={5000}
            value={String(typed.notes ?? '')}
            onInput={({ currentTarget }) => type('notes', currentTarget.value)}
          />
        )}
      </Field>
      <Trap value={website} onInput={setWebsite} />
      {pagePolicy && (
        <Terms policy={pagePolicy} error={errors.acceptsPolicy} isAccepted={accepted} onChange={setAccepted} />
      )}
      <Problem error={error} />
      {requiresApproval && <p class="note">{texts.approval}</p>}
      <SendButton isSending={isSending} isOff={!token}>
        {requiresApproval ? texts.request : texts.book}
      </SendButton>
    </form>
  )
}
