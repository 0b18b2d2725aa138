import { describeClock, describeDay, describeMinutes, describeSpan, describeTime } from '../time/describeTime'
import { parseLocalDate } from '../time/localDate'
import { zoneOf } from '../time/Zone'
import { ENGLISH_SENTENCES, ENGLISH_WORDS } from './english'
import type { Sentence, SentenceParam } from './Sentence'

/** What the API answers as text; screens say it in the person's language. */
export function sayInEnglish({ sentence, params = {} }: Sentence): string {
  return ENGLISH_SENTENCES[sentence].replace(/%\{(\w+)\}/g, (_, name: string) => write(params[name] ?? ''))
}

function write(param: SentenceParam): string {
  if (typeof param !== 'object') return String(param)
  if ('word' in param) return ENGLISH_WORDS[param.word]
  if ('minutes' in param) return describeMinutes(param.minutes)
  if ('date' in param) return describeDay(parseLocalDate(param.date))
  const zone = zoneOf(param.timeZone)
  if ('at' in param) return describeTime(zone, Date.parse(param.at))
  if ('clock' in param) return describeClock(zone, Date.parse(param.clock))
  if ('each' in param) return param.each.map(instant => describeTime(zone, Date.parse(instant))).join(', ')
  return describeSpan(zone, Date.parse(param.from), Date.parse(param.to))
}
