import { type RaRecord, RecordContextProvider, useListContext } from 'ra-core'
import { Fragment, memo, type ReactNode, useMemo } from 'react'
import { type AnyResource, fieldOf } from '../../schema'
import { type CalendarFields, calendarDays } from '../../schema/calendarDays'
import { formatLocalDate, type LocalDay } from '../../time/localDate'
import { formatDay, formatTime } from '../../ui/format/clockTimes'
import { useDisplay } from '../../ui/format/display'
import { Stack } from '../../ui/layout'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import { hasValue } from '../kinds/hasValue'
import { useRecordNames } from '../recordName'
import type { ListColumn } from './columnsOf'
import { RecordLink } from './RecordLink'
import styles from './recordDays.module.css'
import { SelectCheckbox } from './SelectCheckbox'
import { useRowEnd } from './useRowEnd'
import { useShownColumns } from './useShownColumns'

interface RecordDaysProps {
  /** The list is sorted by `from`. */
  calendar: CalendarFields
  hasBulkActions: boolean
}

interface Parts {
  title: readonly string[]
  state: ListColumn | undefined
  /** Further states. */
  marks: readonly ListColumn[]
  line: readonly string[]
}

const partsOf = (resource: AnyResource, calendar: CalendarFields, [first, ...others]: readonly ListColumn[]): Parts => {
  const isTime = (name: string) => name === calendar.from || name === calendar.until || name === calendar.through
  const title = (resource.list.cardTitle ?? first?.names ?? []).filter((name: string) => !isTime(name))
  const rest = others.filter(({ name }) => !isTime(name) && !title.includes(name))
  const hasTone = ({ name, names }: ListColumn): boolean => {
    const field = fieldOf(resource, name)
    return names.length === 1 && field?.kind === 'choice' && Boolean(field.options.tones)
  }
  const [state, ...marks] = rest.filter(hasTone)
  return { title, state, marks, line: rest.filter(column => !hasTone(column)).flatMap(({ names }) => names) }
}

const asks = (resource: AnyResource, name: string, record: RaRecord): boolean => {
  const field = fieldOf(resource, name)
  const tone = field?.kind === 'choice' ? field.options.tones?.[String(record[name])] : undefined
  return tone === 'waiting' || tone === 'bad'
}

interface DayRowProps {
  record: RaRecord
  parts: Parts
  time: string | undefined
  startsAt: string
  name: string | null
  isSelected: boolean
  onToggle: (id: RaRecord['id']) => void
  endOf: ((record: RaRecord) => ReactNode) | null
}

/** Answers render the list again, but not its rows. */
const DayRow = memo(({ record, parts, time, startsAt, name, isSelected, onToggle, endOf }: DayRowProps) => {
  const resource = useDeclaration()
  const { title, state, marks, line } = parts
  return (
    <RecordContextProvider value={record}>
      <li>
        {name !== null && <SelectCheckbox id={record.id} name={name} isSelected={isSelected} onToggle={onToggle} />}
        {time !== undefined && (
          <time className={styles.time} dateTime={startsAt}>
            {time}
          </time>
        )}
        <div className={styles.text}>
          <div>
            <span className={styles.name}>
              <RecordLink names={title} record={record} />
            </span>
            {state && <FieldValue resource={resource} name={state.name} record={record} isInList />}
          </div>
          <div>
            <p>
              {line
                .filter(each => hasValue(resource, each, record))
                .map((each, index) => (
                  <Fragment key={each}>
                    {index > 0 && ' · '}
                    <FieldValue resource={resource} name={each} record={record} isInLink isInList />
                  </Fragment>
                ))}
            </p>
            {marks
              .filter(mark => asks(resource, mark.name, record))
              .map(mark => (
                <FieldValue key={mark.name} resource={resource} name={mark.name} record={record} isInList />
              ))}
          </div>
        </div>
        {endOf && <span className={styles.end}>{endOf(record)}</span>}
      </li>
    </RecordContextProvider>
  )
})

/** For narrow screens: two lines a row. */
export const RecordDays = ({ calendar, hasBulkActions }: RecordDaysProps) => {
  const resource = useDeclaration()
  const display = useDisplay()
  const { data = [], selectedIds, onToggleItem } = useListContext()
  const nameOf = useRecordNames(resource, data)
  const endOf = useRowEnd()
  const columns = useShownColumns()
  const shown = columns.map(({ name }) => name).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are others only when their names are
  const parts = useMemo(() => partsOf(resource, calendar, columns), [resource, calendar, shown])
  const isTimed = fieldOf(resource, calendar.from)?.kind === 'instant'
  const days = data.reduce<[LocalDay | undefined, RaRecord[]][]>((found, record) => {
    const day = calendarDays(calendar, record, display.timeZone)?.first
    const last = found.at(-1)
    if (last && last[0] === day) last[1].push(record)
    else found.push([day, [record]])
    return found
  }, [])
  return days.map(([day, records]) => (
    <Stack key={`${day} ${records[0]?.id}`} as="section" gap="0.25rem" className={styles.day}>
      {day !== undefined && <h2>{formatDay(formatLocalDate(day), display.locale, 'long')}</h2>}
      <ul className={styles.rows}>
        {records.map(record => {
          const startsAt = String(record[calendar.from])
          return (
            <DayRow
              key={record.id}
              record={record}
              parts={parts}
              time={isTimed ? formatTime(Date.parse(startsAt), display) : undefined}
              startsAt={startsAt}
              name={hasBulkActions ? nameOf(record) : null}
              isSelected={selectedIds.includes(record.id)}
              onToggle={onToggleItem}
              endOf={endOf}
            />
          )
        })}
      </ul>
    </Stack>
  ))
}
