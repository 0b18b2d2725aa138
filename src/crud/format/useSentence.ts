import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import type { Sentence, SentenceParam, Word } from '../../scheduling'
import { ENGLISH_SENTENCES, ENGLISH_WORDS } from '../../scheduling/sentences/english'
import { formatDay, formatDayOf, formatTime, formatTimes } from './clockTimes'
import { type Display, useDisplay } from './display'

const unitOf = (minutes: number): [value: number, unit: 'day' | 'hour' | 'minute'] => {
  if (minutes >= 2880 && minutes % 1440 === 0) return [minutes / 1440, 'day']
  if (minutes >= 120 && minutes % 60 === 0) return [minutes / 60, 'hour']
  return [minutes, 'minute']
}

const formatLength = (minutes: number, locale: string): string => {
  const [value, unit] = unitOf(minutes)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

const write = (param: SentenceParam, display: Display, wordOf: (word: Word) => string): string | number => {
  if (typeof param !== 'object') return param
  if ('word' in param) return wordOf(param.word)
  if ('minutes' in param) return formatLength(param.minutes, display.locale)
  if ('date' in param) return formatDay(param.date, display.locale, 'short')
  const settings = { ...display, timeZone: param.timeZone }
  const momentOf = (instant: string): string =>
    `${formatDayOf(Date.parse(instant), settings)}, ${formatTime(Date.parse(instant), settings)}`
  if ('at' in param) return momentOf(param.at)
  if ('clock' in param) return formatTime(Date.parse(param.clock), settings)
  if ('each' in param) return param.each.map(momentOf).join('; ')
  return formatTimes(Date.parse(param.from), Date.parse(param.to), settings)
}

/** A word of checks in the person's language, such as a reason in short. */
export const useWord = (): ((word: Word) => string) => {
  const translate = useTranslate()
  return useCallback(word => translate(`words.${word}`, { _: ENGLISH_WORDS[word] }), [translate])
}

/** Says what checks found in the person's language, with the times as the tenant writes them. */
export const useSentence = (): ((said: Sentence) => string) => {
  const translate = useTranslate()
  const display = useDisplay()
  const wordOf = useWord()
  return useCallback(
    ({ sentence, params = {} }) =>
      translate(`sentences.${sentence}`, {
        _: ENGLISH_SENTENCES[sentence],
        ...Object.fromEntries(Object.entries(params).map(([name, param]) => [name, write(param, display, wordOf)])),
      }),
    [translate, display, wordOf],
  )
}
