/** @jsxImportSource preact */
import { useRef, useState } from 'preact/hooks'
import { Refusal } from './api'
import { Check, Field } from './Field'
import { keep, kept } from './kept'
import { usePage } from './page'
import type { Business, Item, PageData } from './pageData'
import type { Texts } from './texts/en'
import { type Typed, typedKey } from './typed'

export type Question = Item['questions'][number]
type Asked = 'email' | 'phone' | 'notes'

export const useTyped = (): [Typed, (name: string, value: string | boolean) => void] => {
  const { business } = usePage()
  const [typed, setTyped] = useState<Typed>(
    () => (typeof window === 'undefined' ? null : kept(typedKey(business.slug))) ?? {},
  )
  const type = (name: string, value: string | boolean) =>
    setTyped(before => {
      const after = { ...before, [name]: value }
      keep(typedKey(business.slug), after)
      return after
    })
  return [typed, type]
}

const said = (key: string | undefined, name: string, texts: Texts): string => {
  switch (key) {
    case 'validation.required':
      return texts.errorRequired
    case 'validation.email':
      return texts.errorEmail
    case 'validation.phone':
      return texts.errorPhone
    case 'validation.tooLong':
      return texts.errorTooLong
    case 'validation.number':
      return texts.errorNumber
    case 'validation.noAddresses':
      return texts.errorAddress
    case 'validation.policyNotAccepted':
      return texts.errorTerms
    default:
      return name === 'customer.phone' ? texts.errorPhone : texts.errorOther
  }
}

/** By field, in the visitor's language. */
export const errorsIn = (error: unknown, texts: Texts): Readonly<Record<string, string>> => {
  if (!(error instanceof Refusal) || error.code !== 'validation') return {}
  const messages = (error.body.messages ?? {}) as Record<string, { key?: string }>
  return Object.fromEntries(Object.entries(messages).map(([name, { key }]) => [name, said(key, name, texts)]))
}

export const isTooManyPlans = (error: unknown): boolean =>
  error instanceof Refusal &&
  error.code === 'validation' &&
  Object.values((error.body.messages ?? {}) as Record<string, { key?: string }>).some(
    ({ key }) => key === 'validation.tooManyPlans',
  )

export const sentenceOf = (error: unknown, texts: Texts): string => {
  if (!(error instanceof Refusal)) return texts.unreachable
  switch (error.code) {
    case 'validation':
      return isTooManyPlans(error) ? texts.tooManyPlans : texts.pleaseCheck
    case 'rate_limited':
      return texts.tooMany
    case 'booking_refused':
      return texts.refused
    case 'slot_unavailable':
      return texts.takenNone
    case 'too_late':
      return texts.tooLate
    case 'wrong_status':
      return texts.alreadyTaken
    case 'not_found':
      return texts.linkOverWhy
    case 'unreachable':
      return texts.unreachable
    case 'waitlist_closed':
      return texts.waitlistClosed
    default:
      return texts.wrong
  }
}

export interface QuestionGroup {
  /** In the body: `answers`, `partAnswers.1`. */
  path: string
  /** The part's. */
  title?: string
  questions: readonly Question[]
}

interface Needed {
  /** Null if the customer is known. */
  requiredFields: readonly Asked[] | null
  groups?: readonly QuestionGroup[]
  needsNotes?: boolean
  mustAccept?: boolean
}

/** The form's gaps; null if complete. */
export const lackingIn = (typed: Typed, { requiredFields, groups = [], needsNotes, mustAccept }: Needed) => {
  const lacks = (name: string) => !String(typed[name] ?? '').trim()
  const needed = (name: Asked) => requiredFields?.includes(name) && lacks(name)
  const email = String(typed.email ?? '').trim()
  const keys: Readonly<Record<string, string | false | undefined>> = {
    'customer.name': requiredFields !== null && lacks('name') && 'validation.required',
    'customer.email':
      requiredFields && email && !/^[^\s@]+@[^\s@]+$/.test(email)
        ? 'validation.email'
        : needed('email') && 'validation.required',
    'customer.phone': needed('phone') && 'validation.required',
    notes: needsNotes && lacks('notes') && 'validation.required',
    acceptsPolicy: mustAccept && 'validation.policyNotAccepted',
    ...Object.fromEntries(
      groups.flatMap(({ path, questions }) =>
        questions.map(({ key, required }) => [
          `${path}.${key}`,
          required && lacks(`${path}.${key}`) && 'validation.required',
        ]),
      ),
    ),
  }
  const messages = Object.fromEntries(Object.entries(keys).flatMap(([name, key]) => (key ? [[name, { key }]] : [])))
  return Object.keys(messages).length > 0 ? new Refusal('validation', { messages }) : null
}

/** Focuses the first invalid field after the next render. */
export const useFirstError = () => {
  const form = useRef<HTMLFormElement>(null)
  const show = () => setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  return [form, show] as const
}

interface PersonProps {
  typed: Typed
  type: (name: string, value: string | boolean) => void
  requiredFields: readonly Asked[]
  errors: Readonly<Record<string, string>>
}

export const Person = ({ typed, type, requiredFields, errors }: PersonProps) => {
  const { texts } = usePage()
  const text = (name: string) => String(typed[name] ?? '')
  return (
    <>
      <Field name="customer.name" label={texts.name} isRequired error={errors['customer.name']}>
        {given => (
          <input
            {...given}
            autocomplete="name"
            dir="auto"
            maxLength={120}
            value={text('name')}
            onInput={({ currentTarget }) => type('name', currentTarget.value)}
          />
        )}
      </Field>
      <Field
        name="customer.email"
        label={texts.email}
        isRequired={requiredFields.includes('email')}
        error={errors['customer.email']}
      >
        {given => (
          <input
            {...given}
            type="email"
            autocomplete="email"
            maxLength={254}
            value={text('email')}
            onInput={({ currentTarget }) => type('email', currentTarget.value)}
          />
        )}
      </Field>
      <Field
        name="customer.phone"
        label={texts.phone}
        isRequired={requiredFields.includes('phone')}
        error={errors['customer.phone']}
      >
        {given => (
          <input
            {...given}
            type="tel"
            autocomplete="tel"
            maxLength={40}
            value={text('phone')}
            onInput={({ currentTarget }) => type('phone', currentTarget.value)}
          />
        )}
      </Field>
    </>
  )
}

interface QuestionsProps extends Omit<PersonProps, 'requiredFields'> {
  group: QuestionGroup
}

export const Questions = ({ group: { path, questions }, typed, type, errors }: QuestionsProps) => {
  const { texts } = usePage()
  return (
    <>
      {questions.map(({ key, label, type: kind, required, options, optionLabels }) => {
        const name = `${path}.${key}`
        const value = typed[name]
        const set = ({ currentTarget }: { currentTarget: { value: string } }) => type(name, currentTarget.value)
        if (kind === 'checkbox')
          return (
            <Check
              key={key}
              {...{ name, label }}
              error={errors[name]}
              isChecked={value === true}
              onChange={isChecked => type(name, isChecked)}
            />
          )
        return (
          <Field key={key} name={name} label={label} isRequired={required} error={errors[name]}>
            {given =>
              kind === 'select' ? (
                <select {...given} dir="auto" value={String(value ?? '')} onChange={set}>
                  <option value="">{texts.choose}</option>
                  {options.map((option, index) => (
                    <option key={option} value={option}>
                      {optionLabels[index]}
                    </option>
                  ))}
                </select>
              ) : kind === 'textarea' ? (
                <textarea {...given} dir="auto" rows={3} maxLength={2000} value={String(value ?? '')} onInput={set} />
              ) : (
                <input
                  {...given}
                  dir="auto"
                  type={kind as 'text'}
                  maxLength={2000}
                  value={String(value ?? '')}
                  onInput={set}
                />
              )
            }
          </Field>
        )
      })}
    </>
  )
}

/** From a national number of the business's country. */
export const toE164 = (typed: string, dialing: Business['dialing']): string => {
  const number = typed.replace(/[\s()./-]/g, '').replace(/^00/, '+')
  if (!dialing || number.startsWith('+') || !/^\d+$/.test(number)) return number
  const { code, trunk } = dialing
  return `+${code}${trunk && number.startsWith(trunk) ? number.slice(trunk.length) : number}`
}

export const personIn = (typed: Typed, { lang, business }: Pick<PageData, 'lang' | 'business'>) => ({
  name: String(typed.name ?? ''),
  email: String(typed.email ?? '') || null,
  phone: toE164(String(typed.phone ?? ''), business.dialing) || null,
  locale: lang,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || null,
})

/** A booking's link does not name the mail's address. */
export const keepMailedTo = (token: string, email: string): void => keep('booking-mailed', { token, email })

/** Null if booked in another tab. */
export const mailedTo = (token: string): string | null => {
  const last = kept<{ token: string; email: string }>('booking-mailed')
  return last?.token === token ? last.email : null
}

export const answersIn = (typed: Typed, { path, questions }: QuestionGroup) =>
  Object.fromEntries(
    questions.flatMap(({ key, type }) => {
      const value = typed[`${path}.${key}`]
      if (value === undefined || value === '') return []
      return [[key, type === 'number' ? Number(value) : value]]
    }),
  )
