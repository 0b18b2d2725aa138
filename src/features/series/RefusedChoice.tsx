import { Choose } from '../availability/Choose'
import { useText } from './useText'

/** `nearest3` is within three days. */
export type WhenRefused = 'fail' | 'skip' | `nearest${(typeof distances)[number]}`

/** Days; 0 is the same day. */
const distances = [0, 1, 3, 7] as const

export const leftOut: WhenRefused = 'skip'
export const farthest: WhenRefused = 'nearest7'

/** Previews always search the nearest times. */
export const conflictOf = (refused: WhenRefused) => {
  const isNearest = refused.startsWith('nearest')
  return {
    onConflict: isNearest ? ('nearest' as const) : (refused as 'fail' | 'skip'),
    nearestWithinDays: isNearest ? Number(refused.slice('nearest'.length)) : 7,
  }
}

interface RefusedChoiceProps {
  value: WhenRefused
  others: readonly WhenRefused[]
  isMove?: boolean
  onChange: (refused: WhenRefused) => void
}

export const RefusedChoice = ({ value, others, isMove = false, onChange }: RefusedChoiceProps) => {
  const text = useText()
  const nameOf = (one: WhenRefused): string => {
    if (one === 'fail') return text('series.failAll')
    if (one === 'skip') return text(isMove ? 'series.staysThere' : 'series.skip')
    const days = Number(one.slice('nearest'.length))
    return days === 0 ? text('series.nearest') : text('series.nearestWithin', { smart_count: days })
  }
  const choices = [...others, ...distances.map(days => `nearest${days}` as const)]
  return (
    <Choose
      label={text(isMove ? 'series.whenTaken' : 'series.whenNotFree')}
      value={value}
      choices={choices.map(id => ({ id, name: nameOf(id) }))}
      onChange={one => onChange(one as WhenRefused)}
    />
  )
}
