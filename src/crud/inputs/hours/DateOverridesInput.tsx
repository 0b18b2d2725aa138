import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useInput } from 'ra-core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { DateOverride, WeeklyHoursBlock } from '../../../schema'
import { MonthCalendar } from '../../../ui/calendar/MonthCalendar'
import { todayIn } from '../../../ui/format/dates'
import { Stack } from '../../../ui/layout'
import type { InputProps } from '../../kinds/kindView'
import { InputFrame } from '../InputFrame'
import { OverrideEntry, type OverrideErrors } from './OverrideEntry'
import { isPast } from './overrides'
import styles from './overrides.module.css'
import { type DayFacts, useEditedDays } from './useEditedDays'
import { useHoursText } from './useHoursText'
import { useHoursZone } from './useHoursZone'
import { useSiblingValue } from './useSiblingValue'

const asIs = (value: DateOverride[]) => value
const noHours: WeeklyHoursBlock[] = []
const most = 500

interface DateOverridesInputProps extends InputProps<'dateOverrides'> {
  factsOf?: (date: string) => DayFacts
  summaryOf?: (month: string) => ReactNode
}

/** `factsOf` describes days, `summaryOf` months. */
export const DateOverridesInput = ({ factsOf, summaryOf, ...props }: DateOverridesInputProps) => {
  const text = useHoursText()
  const { field, fieldState } = useInput<DateOverride[]>({ source: props.name, format: asIs, parse: asIs })
  const overrides: DateOverride[] = field.value ?? []
  const errors = (fieldState.error ?? {}) as Readonly<Record<number, OverrideErrors | undefined>>
  const hasPlace = overrides.some((_, index) => errors[index])
  const timeZone = useHoursZone(props.resource)
  const weeklyHours = (useSiblingValue(props.resource, 'weeklyHours') as WeeklyHoursBlock[] | undefined) ?? noHours
  const today = useMemo(() => todayIn(timeZone), [timeZone])
  const list = useRef<HTMLUListElement>(null)
  // By position, since its dates change.
  const [open, setOpen] = useState<{ index: number; date: string } | null>(null)
  const [isPastShown, setPastShown] = useState(false)

  const { days, lookOf } = useEditedDays({ timeZone, weeklyHours, dateOverrides: overrides }, today, factsOf)
  const openEntry = (index: number, date: string) => {
    setOpen({ index, date })
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus())
  }
  const add = (date: string) => {
    if (overrides.length >= most) return
    const added = { startDate: date, endDate: date, isClosed: true, hours: [], repeatsYearly: false, label: null }
    field.onChange([...overrides, added])
    openEntry(overrides.length, date)
  }
  const choose = (date: string) => {
    const chosen = days.get(date)?.override?.id
    const index = chosen ? Number(chosen) : -1
    const override = overrides[index]
    if (!override) return add(date)
    if (isPast(override, today)) setPastShown(true)
    openEntry(index, override.startDate)
  }
  const sorted = overrides
    .map((override, index) => ({ override, index, date: open?.index === index ? open.date : override.startDate }))
    .sort((a, b) => a.date.localeCompare(b.date))
  const isHidden = ({ override, index }: (typeof sorted)[number]) =>
    !isPastShown && isPast(override, today) && open?.index !== index && !errors[index]
  const shown = sorted.filter(entry => !isHidden(entry))
  const hidden = sorted.length - shown.length
  return (
    <InputFrame input={props} error={hasPlace ? undefined : fieldState.error?.message}>
      <Stack gap="0.75rem">
        <div>
          <MonthCalendar today={today} lookOf={lookOf} onChoose={choose} isLarge summaryOf={summaryOf} />
          <p className={styles.hint}>{text('crud.dates.hint')}</p>
        </div>
        <div>
          {hidden > 0 && (
            <Button size="small" onClick={() => setPastShown(true)}>
              {text('crud.dates.past', { smart_count: hidden })}
            </Button>
          )}
          <ul ref={list}>
            {shown.map(({ override, index }) => (
              <OverrideEntry
                key={index}
                override={override}
                errors={errors[index]}
                isOpen={open?.index === index || errors[index] !== undefined}
                onToggle={() => setOpen(open?.index === index ? null : { index, date: override.startDate })}
                onChange={changed => field.onChange(overrides.with(index, changed))}
                onRemove={() => {
                  setOpen(null)
                  field.onChange(overrides.toSpliced(index, 1))
                }}
              />
            ))}
          </ul>
          <Button size="small" startIcon={<Add />} onClick={() => add(today)} disabled={overrides.length >= most}>
            {text('crud.dates.add')}
          </Button>
        </div>
      </Stack>
    </InputFrame>
  )
}
