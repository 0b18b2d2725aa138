import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import type { Message } from '../../schema'
import { type Display, useDisplay } from '../format/display'
import { formatDate, formatMoment } from '../format/times'

/** Dates and instants of the API in the person's words. */
const told = (arg: string | number, display: Display): string | number => {
  if (typeof arg !== 'string' || !/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(arg)) return arg
  return arg.length === 10 ? formatDate(arg, display.locale) : formatMoment(arg, display)
}

/** `english` is the fallback: English texts load with the checks, not with the catalogue. */
export const useMessageText = (): ((message: Message, english: string) => string) => {
  const translate = useTranslate()
  const display = useDisplay()
  return useCallback(
    ({ key, args }, english) => {
      const values = Object.entries(args).map(([name, arg]) => [name, told(arg, display)])
      return translate(key, { ...Object.fromEntries(values), _: english })
    },
    [translate, display],
  )
}
