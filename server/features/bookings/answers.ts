import { isDate, type ValidationErrors } from '../../../src/declare'
import type { Question } from './offer'

export type Answers = Record<string, unknown>

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const maxLength = 2000

const problemOf = ({ type, options }: Question, value: unknown): ValidationErrors[string] | null => {
  if (type === 'number') return Number.isFinite(value) ? null : { key: 'validation.number', args: {} }
  if (type === 'checkbox') return typeof value === 'boolean' ? null : { key: 'validation.flag', args: {} }
  if (typeof value !== 'string') return { key: 'validation.text', args: {} }
  if (value.length > maxLength) return { key: 'validation.tooLong', args: { max: maxLength } }
  if (type === 'select' && !options.includes(value))
    return { key: 'validation.choice', args: { values: options.join(', ') } }
  if (type === 'date' && !isDate(value)) return { key: 'validation.date', args: {} }
  return null
}

/** Errors by `answers.{key}`. */
export const checkAnswers = (
  questions: readonly Question[],
  answers: Answers,
  { mustBeComplete }: { mustBeComplete: boolean },
): ValidationErrors => {
  const errors: ValidationErrors = {}
  const keys = new Set(questions.map(({ key }) => key))
  for (const key of Object.keys(answers))
    if (!keys.has(key)) errors[`answers.${key}`] = { key: 'validation.unknown', args: {} }
  for (const question of questions) {
    const value = answers[question.key]
    const path = `answers.${question.key}`
    if (isEmpty(value)) {
      if (question.required && mustBeComplete) errors[path] = { key: 'validation.required', args: {} }
      continue
    }
    const problem = problemOf(question, value)
    if (problem) errors[path] = problem
  }
  return errors
}
