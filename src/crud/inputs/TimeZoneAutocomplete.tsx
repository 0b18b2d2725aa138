import type { ComponentProps } from 'react'
import { timeZoneLabel, timeZoneNames } from '../format/timeZones'
import { OptionAutocomplete } from './OptionAutocomplete'

const words = (text: string): string[] => text.toLowerCase().split(/[\s_/]+/)

/** Every word typed begins a word of the name: "new y" finds America/New_York. */
const matches = (typed: string, timeZone: string): boolean => {
  const parts = words(timeZone)
  return words(typed.trim()).every(word => parts.some(part => part.startsWith(word)))
}

export const TimeZoneAutocomplete = (
  props: Pick<ComponentProps<typeof OptionAutocomplete>, 'input' | 'isClearable'>,
) => <OptionAutocomplete {...props} options={timeZoneNames()} labelOf={timeZoneLabel} matches={matches} />
