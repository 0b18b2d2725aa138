import { parseLocalDate, zoneOf } from '../../declare'
import { sentences, words } from '../../i18n/en/features/engine'
import type { CheckCode } from '../checks/checkCodes'
import { describeClock, describeDay, describeMinutes, describeSpan, describeTime } from './describeTime'
import type { EngineMessage, EngineMessageKey, MessageParam, Word } from './EngineMessage'

const englishSentences: Readonly<Record<EngineMessageKey | `passed.${CheckCode}`, string>> = sentences
const englishWords: Readonly<Record<Word | CheckCode, string>> = words

/** Screens translate messages instead. */
export function formatEnglish({ sentence, params = {} }: EngineMessage): string {
  return englishSentences[sentence].replace(/%\{(\w+)\}/g, (_, name: string) => write(params[name] ?? ''))
}

function write(param: MessageParam): string {
  if (typeof param !== 'object') return String(param)
  if ('word' in param) return englishWords[param.word]
  if ('minutes' in param) return describeMinutes(param.minutes)
  if ('date' in param) return describeDay(parseLocalDate(param.date))
  const zone = zoneOf(param.timeZone)
  if ('at' in param) return describeTime(zone, Date.parse(param.at))
  if ('clock' in param) return describeClock(zone, Date.parse(param.clock))
  if ('each' in param) return param.each.map(instant => describeTime(zone, Date.parse(instant))).join(', ')
  return describeSpan(zone, Date.parse(param.from), Date.parse(param.to))
}
