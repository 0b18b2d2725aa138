import Checkbox from '@mui/material/Checkbox'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useEffect, useId, useState } from 'react'
import { calls } from '../../calls'
import type { AnswerOf, CallInput } from '../../declare'
import { bookings } from '../../resources/bookings'
import { formatLocalDate, isoWeekday, zoneOf } from '../../scheduling'
import type { Occurrence } from '../../scheduling/series/answers'
import {
  Columns,
  DateField,
  formatMoney,
  Loading,
  Row,
  type SlotwiseDataProvider,
  Stack,
  Tick,
  useDisplay,
  useFailure,
  weekdayName,
} from '../../show'
import { Choose } from '../availability/Choose'
import type { BookingRequest } from '../bookings/bookingsApi'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { DateOutcome } from './DateOutcome'
import { conflictOf, farthest, leftOut, RefusedChoice, type WhenRefused } from './RefusedChoice'
import { choicesOn, describeChoice, describeRule, type Repeat, type RepeatChoice, ruleFor } from './rules'
import styles from './series.module.css'
import { useSettledJson } from './useSettledJson'
import { useText } from './useText'

type CreateBody = CallInput<typeof calls.bookingSeries.create>['body']

export type SeriesRequest = Pick<CreateBody, 'rrule' | 'exDates' | 'onConflict' | 'nearestWithinDays'>

export interface RepeatedBooking extends SeriesRequest {
  bookedCount: number | null
}

interface RepeatFieldsProps {
  request: BookingRequest | null
  customerId: string | null
  onChange: (repeated: RepeatedBooking | null) => void
}

const RepeatFields = ({ request, customerId, onChange }: RepeatFieldsProps) => {
  const text = useText()
  const display = useDisplay()
  const [excluded, setExcluded] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<WhenRefused>(leftOut)
  const [typed, setTyped] = useState<Omit<Repeat, 'until'> & { until: string | null }>({
    ...{ choice: 'none', freq: 'WEEKLY', interval: 1, weekdays: [], end: 'count', count: 10 },
    until: null,
  })
  const day = request && zoneOf(display.timeZone).dayOf(Date.parse(request.startsAt))
  const repeat: Repeat | null = day === null ? null : { ...typed, until: typed.until ?? formatLocalDate(day + 70) }
  const rrule = repeat && repeat.choice !== 'none' ? ruleFor(repeat, day ?? 0) : null
  const wanted: SeriesRequest | null = rrule ? { rrule, exDates: excluded, ...conflictOf(refused) } : null
  const { preview, error, isLoading } = usePreview(request && wanted && { ...request, customerId, ...wanted })
  const bookedCount = preview?.bookedCount ?? null
  const told = JSON.stringify(wanted && { ...wanted, bookedCount })
  useEffect(() => onChange(JSON.parse(told)), [told, onChange])
  if (!repeat || day === null) return null

  const change = (changes: Partial<Repeat>) => {
    setTyped(before => ({ ...before, ...changes }))
    setExcluded([])
  }
  const toggle = ({ date, state }: Occurrence, isOn: boolean) => {
    if (!isOn) return setExcluded([...excluded, date])
    if (state !== 'skipped') return setExcluded(excluded.filter(one => one !== date))
    // Only this date takes the nearest time.
    const others = (preview?.occurrences ?? []).filter(one => one.state === 'skipped' && one.date !== date)
    setRefused(farthest)
    setExcluded([...excluded, ...others.map(one => one.date)])
  }
  return (
    <Stack gap="1rem">
      <Choose
        label={text('series.repeat')}
        value={repeat.choice}
        choices={choicesOn(day).map(id => ({ id, name: describeChoice(id, day, text, display) }))}
        onChange={choice => change({ choice: choice as RepeatChoice })}
      />
      {repeat.choice === 'custom' && <CustomRule repeat={repeat} first={isoWeekday(day)} onChange={change} />}
      {repeat.choice !== 'none' && <RuleEnd repeat={repeat} onChange={change} />}
      {rrule && <p className={styles.muted}>{describeRule(rrule, day, text, display)}</p>}
      {rrule && isLoading && <Loading>{text('series.loading')}</Loading>}
      {error !== null && <PreviewError error={error} />}
      {preview && <Preview preview={preview} refused={refused} setRefused={setRefused} onToggle={toggle} />}
    </Stack>
  )
}

export default RepeatFields

type SeriesPreview = Extract<Awaited<ReturnType<typeof askPreview>>, object>

const askPreview = async (
  dataProvider: SlotwiseDataProvider,
  body: CreateBody,
  signal: AbortSignal,
): Promise<Omit<AnswerOf<typeof calls.bookingSeries.create>, 'occurrences'> & { occurrences: readonly Occurrence[] }> =>
  (await dataProvider.call(calls.bookingSeries.create, { body: { ...body, dryRun: true }, signal })) as never

const usePreview = (body: CreateBody | null) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const settled = useSettledJson(body)
  const { data, error, isLoading } = useQuery({
    queryKey: [bookings.name, 'series', settled],
    queryFn: ({ signal }) => (settled ? askPreview(dataProvider, settled, signal) : null),
    enabled: settled !== null && body !== null,
    placeholderData: before => before,
    retry: false,
  })
  return { preview: body && !error ? (data ?? null) : null, error: body ? error : null, isLoading }
}

const PreviewError = ({ error }: { error: unknown }) => {
  const { errors, detail } = useFailure()(error)
  return <p role="alert">{Object.values(errors).join(' ') || detail}</p>
}

interface PartProps {
  repeat: Repeat
  onChange: (changes: Partial<Repeat>) => void
}

const CustomRule = ({ repeat, first, onChange }: PartProps & { first: number }) => {
  const text = useText()
  const { locale } = useDisplay()
  const id = useId()
  const { freq, interval, weekdays } = repeat
  const toggle = (weekday: number, isOn: boolean) =>
    onChange({ weekdays: isOn ? [...weekdays, weekday] : weekdays.filter(one => one !== weekday) })
  return (
    <>
      <Columns least="9rem" gap="1rem">
        <NumberField
          label={text('series.interval')}
          max={99}
          value={interval}
          onChange={value => onChange({ interval: value })}
        />
        <Choose
          label={text('series.unit')}
          value={freq}
          choices={(['DAILY', 'WEEKLY', 'MONTHLY'] as const).map(one => ({
            id: one,
            name: text(`series.unit.${one}`),
          }))}
          onChange={one => onChange({ freq: one as Repeat['freq'] })}
        />
      </Columns>
      {freq === 'WEEKLY' && (
        <Row as="fieldset" wrap align="stretch" aria-labelledby={id}>
          <legend id={id} className={styles.muted}>
            {text('series.weekdays')}
          </legend>
          {[1, 2, 3, 4, 5, 6, 7].map(weekday => (
            <Tick
              key={weekday}
              label={weekdayName(weekday, locale)}
              size="small"
              checked={weekday === first || weekdays.includes(weekday)}
              // The first date always belongs to the rule.
              disabled={weekday === first}
              onChange={isOn => toggle(weekday, isOn)}
            />
          ))}
        </Row>
      )}
    </>
  )
}

interface NumberFieldProps {
  label: string
  max: number
  value: number
  onChange: (value: number) => void
}

const NumberField = ({ label, max, value, onChange }: NumberFieldProps) => (
  <TextField
    label={label}
    type="number"
    value={value || ''}
    slotProps={{ htmlInput: { min: 1, max } }}
    onChange={event => onChange(Math.min(max, Math.max(0, Math.trunc(Number(event.target.value)))))}
  />
)

const RuleEnd = ({ repeat, onChange }: PartProps) => {
  const text = useText()
  return (
    <Columns least="12rem" gap="1rem">
      <Choose
        label={text('series.end')}
        value={repeat.end}
        choices={(['count', 'until'] as const).map(id => ({ id, name: text(`series.end.${id}`) }))}
        onChange={end => onChange({ end: end as Repeat['end'] })}
      />
      {repeat.end === 'count' ? (
        <NumberField
          label={text('series.count')}
          max={104}
          value={repeat.count}
          onChange={count => onChange({ count })}
        />
      ) : (
        <DateField label={text('series.until')} value={repeat.until} onChange={until => onChange({ until })} />
      )}
    </Columns>
  )
}

interface PreviewProps {
  preview: SeriesPreview
  refused: WhenRefused
  setRefused: (refused: WhenRefused) => void
  onToggle: (occurrence: Occurrence, isOn: boolean) => void
}

const Preview = ({ preview, refused, setRefused, onToggle }: PreviewProps) => {
  const text = useText()
  const display = useDisplay()
  const id = useId()
  const { occurrences, bookedCount, movedCount, occurrenceCount, total } = preview
  const hasRefusal = occurrences.some(({ reasons }) => reasons.length > 0)
  const free = { count: bookedCount - movedCount, total: occurrenceCount, moved: movedCount }
  const sum = { ...total, amount: total.amount * bookedCount }
  return (
    <Stack as="section" gap="1rem" aria-labelledby={id}>
      <Row as="h3" wrap gap="0.5rem" align="stretch" justify="space-between" id={id} className={styles.heading}>
        <span role="status">{text(movedCount > 0 ? 'series.freeMoved' : 'series.free', free)}</span>
        <span>{text('series.total', { total: formatMoney(sum, display.locale) })}</span>
      </Row>
      {hasRefusal && <RefusedChoice value={refused} others={[leftOut]} onChange={setRefused} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
      <ul className={`${styles.dates} ${styles.preview}`} tabIndex={0} aria-labelledby={id}>
        {occurrences.map(occurrence => (
          <PreviewedDate key={occurrence.index} occurrence={occurrence} onToggle={isOn => onToggle(occurrence, isOn)} />
        ))}
      </ul>
    </Stack>
  )
}

const PreviewedDate = ({ occurrence, onToggle }: { occurrence: Occurrence; onToggle: (isOn: boolean) => void }) => {
  const text = useText()
  const display = useDisplay()
  const { ruleStartsAt, startsAt, endsAt, state, nearest } = occurrence
  const length = Date.parse(endsAt) - Date.parse(startsAt)
  const own = { startsAt: ruleStartsAt, endsAt: new Date(Date.parse(ruleStartsAt) + length).toISOString() }
  return (
    <li>
      <Checkbox
        checked={state === 'booked'}
        disabled={state === 'skipped' && !nearest}
        onChange={(_, isOn) => onToggle(isOn)}
        slotProps={{ input: { 'aria-label': text('series.bookDate', { when: formatDayTimes(own, display) }) } }}
      />
      <DateOutcome occurrence={occurrence} />
    </li>
  )
}
