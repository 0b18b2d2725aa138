import { useInput } from 'ra-core'
import { lazy, Suspense } from 'react'
import type { WeeklyHoursBlock } from '../../../schema'
import { minutesPerDay } from '../../../time/localTime'
import { useDisplay } from '../../../ui/format/display'
import { weekdayName, weekFrom } from '../../../ui/format/names'
import { formatClock } from '../../../ui/format/times'
import { Row } from '../../../ui/layout'
import type { InputProps } from '../../kinds/kindView'
import { InputFrame } from '../InputFrame'
import { CopyDay } from './CopyDay'
import { type BlockErrors, HoursFields } from './HoursFields'
import styles from './hours.module.css'
import { useHoursText } from './useHoursText'
import { useHoursZone } from './useHoursZone'
import { WeekPainter } from './WeekPainter'
import { blockOf, copyDay, nextBlock, nextDay, previousDay, spanOf, spillInto } from './week'

const ClockChanges = lazy(() => import('./ClockChanges'))

const asIs = (value: WeeklyHoursBlock[]) => value

export const WeeklyHoursInput = (props: InputProps<'weeklyHours'>) => {
  const text = useHoursText()
  const display = useDisplay()
  const { field, fieldState } = useInput<WeeklyHoursBlock[]>({ source: props.name, format: asIs, parse: asIs })
  const blocks: WeeklyHoursBlock[] = field.value ?? []
  const timeZone = useHoursZone(props.resource)
  const name = (weekday: number) => weekdayName(weekday, display.locale)
  const errors = (fieldState.error ?? {}) as Readonly<Record<number, BlockErrors | undefined>>
  const hasPlace = blocks.some((_, index) => errors[index])

  const spillNote = (weekday: number, block: { startTime: string; endTime: string }) => {
    const span = spanOf(block)
    if (!span || span.end <= minutesPerDay) return null
    return (
      <span className={styles.note}>
        {text('crud.hours.untilNext', { time: formatClock(block.endTime, display), day: name(nextDay(weekday)) })}
      </span>
    )
  }
  return (
    <InputFrame input={props} error={hasPlace ? undefined : fieldState.error?.message}>
      <WeekPainter blocks={blocks} onChange={field.onChange} />
      <p className={styles.hint}>{text('crud.hours.paint')}</p>
      <ul>
        {weekFrom(display.weekStartsOn).map(weekday => {
          const places = blocks.flatMap(({ dayOfWeek }, index) => (dayOfWeek === weekday ? [index] : []))
          const own = places.flatMap(index => blocks[index] ?? [])
          const [spill] = spillInto(blocks, weekday)
          const at = (index: number) => places[index] ?? -1
          return (
            <li key={weekday} className={styles.day}>
              <span className={styles.dayName}>{name(weekday)}</span>
              <Row wrap gap="0.25rem 0.75rem" className={styles.dayHours}>
                {spill && (
                  <span className={styles.note}>
                    {text('crud.hours.fromBefore', {
                      day: name(previousDay(weekday)),
                      time: formatClock(blockOf(spill).endTime, display),
                    })}
                  </span>
                )}
                {own.length === 0 && !spill && <span className={styles.closed}>{text('crud.hours.closed')}</span>}
                <HoursFields
                  of={name(weekday)}
                  blocks={own}
                  errors={places.map(index => errors[index])}
                  onChange={(index, block) => field.onChange(blocks.with(at(index), { dayOfWeek: weekday, ...block }))}
                  onRemove={index => field.onChange(blocks.toSpliced(at(index), 1))}
                  onAdd={() => field.onChange([...blocks, { dayOfWeek: weekday, ...nextBlock(own) }])}
                  noteOf={block => spillNote(weekday, block)}
                />
              </Row>
              <CopyDay weekday={weekday} onCopy={to => field.onChange(copyDay(blocks, weekday, to))} />
            </li>
          )
        })}
      </ul>
      <Suspense fallback={null}>
        <ClockChanges timeZone={timeZone} blocks={blocks} />
      </Suspense>
    </InputFrame>
  )
}
