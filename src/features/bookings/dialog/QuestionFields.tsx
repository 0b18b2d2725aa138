import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import type { BookingAnswers } from '../../../resources/bookings'
import type { CatalogItem } from '../../../resources/catalogItems'
import { Stack, Tick } from '../../../show'
import styles from '../bookings.module.css'
import { useText } from './useText'

export type Answers = BookingAnswers
type Question = CatalogItem['questions'][number]

interface QuestionFieldsProps {
  questions: readonly Question[]
  title?: string
  answers: Answers
  /** By path: `answers.{key}`. */
  errors: Readonly<Record<string, string>>
  onChange: (answers: Answers) => void
}

const inputTypes: Readonly<Partial<Record<Question['type'], string>>> = { number: 'number', date: 'date' }

const toAnswer = (type: Question['type'], typed: string): Answers[string] => {
  if (typed === '') return null
  return type === 'number' ? Number(typed) : typed
}

export const QuestionFields = ({ questions, title, answers, errors, onChange }: QuestionFieldsProps) => {
  const text = useText()
  if (questions.length === 0) return null
  return (
    <Stack as="fieldset" className={styles.group}>
      <legend>{title || text('booking.questions')}</legend>
      {questions.map(({ key, label, type, required, options }) => {
        const error = errors[`answers.${key}`]
        const answer = answers[key]
        const set = (value: Answers[string]) => onChange({ ...answers, [key]: value })
        if (type === 'checkbox')
          return (
            <div key={key}>
              <Tick label={label} required={required} checked={answer === true} onChange={set} />
              {error && <FormHelperText error>{error}</FormHelperText>}
            </div>
          )
        return (
          <TextField
            key={key}
            label={label}
            required={required}
            value={answer ?? ''}
            error={error !== undefined}
            helperText={error}
            onChange={event => set(toAnswer(type, event.target.value))}
            multiline={type === 'textarea'}
            minRows={2}
            select={type === 'select'}
            type={inputTypes[type] ?? 'text'}
            slotProps={{
              inputLabel: type === 'date' || type === 'select' ? { shrink: true } : {},
              select: { native: true },
            }}
          >
            {type === 'select' &&
              ['', ...options].map(option => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
          </TextField>
        )
      })}
    </Stack>
  )
}
