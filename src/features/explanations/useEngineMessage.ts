import { useCallback } from 'react'
import { sentences, words } from '../../i18n/en/features/engine'
import type { EngineMessage, MessageParam, Word } from '../../scheduling'
import { type Display, formatDay, formatDayOf, formatTime, formatTimes, useDisplay, useText } from '../../show'

const unitOf = (minutes: number): [value: number, unit: 'day' | 'hour' | 'minute'] => {
  if (minutes >= 2880 && minutes % 1440 === 0) return [minutes / 1440, 'day']
  if (minutes >= 120 && minutes % 60 === 0) return [minutes / 60, 'hour']
  return [minutes, 'minute']
}

const formatLength = (minutes: number, locale: string): string => {
  const [value, unit] = unitOf(minutes)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}

const write = (param: MessageParam, display: Display, wordOf: (word: Word) => string): string | number => {
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

export const useWord = (): ((word: Word) => string) => {
  const text = useText()
  return useCallback(word => text(`words.${word}`, { _: words[word] }), [text])
}

export const useEngineMessage = (): ((said: EngineMessage) => string) => {
  const text = useText()
  const display = useDisplay()
  const wordOf = useWord()
  return useCallback(
    ({ sentence, params = {} }) =>
      text(`sentences.${sentence}`, {
        _: sentences[sentence],
        ...Object.fromEntries(Object.entries(params).map(([name, param]) => [name, write(param, display, wordOf)])),
      }),
    [text, display, wordOf],
  )
}
