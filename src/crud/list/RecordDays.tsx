import { type RaRecord, RecordContextProvider, useListContext } from 'ra-core'
import { Fragment } from 'react'
import { fieldOf } from '../../schema'
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
  /** The list is sorted by its `from`. */
  calendar: CalendarFields
  hasBulkActions: boolean
}

/** Rows of two lines below their days: time and name, then what the other columns say. For narrow screens. */
export const RecordDays = ({ calendar, hasBulkActions }: RecordDaysProps) => {
  const resource = useDeclaration()
  const display = useDisplay()
  const { data = [], selectedIds } = useListContext()
  const nameOf = useRecordNames(resource, data)
  const endOf = useRowEnd()
  const [first, ...others] = useShownColumns()
  const isTimed = fieldOf(resource, calendar.from)?.kind === 'instant'
  const isTime = (name: string) => name === calendar.from || name === calendar.until || name === calendar.through
  const title = (resource.list.cardTitle ?? first?.names ?? []).filter((name: string) => !isTime(name))
  const rest = others.filter(({ name }) => !isTime(name) && !title.includes(name))
  const hasTone = ({ name, names }: ListColumn): boolean => {
    const field = fieldOf(resource, name)
    return names.length === 1 && field?.kind === 'choice' && Boolean(field.options.tones)
  }
  const [state, ...marks] = rest.filter(hasTone)
  const lines = rest.filter(column => !hasTone(column))
  /** Further states only when they ask for something. */
  const asks = (name: string, record: RaRecord): boolean => {
    const field = fieldOf(resource, name)
    const tone = field?.kind === 'choice' ? field.options.tones?.[String(record[name])] : undefined
    return tone === 'waiting' || tone === 'bad'
  }
  const days = data.reduce<[LocalDay | undefined, RaRecord[]][]>((found, record) => {
    const day = calendarDays(calendar, record, display.timeZone)?.first
    const last = found.at(-1)
    if (last && last[0] === day) last[1].push(record)
    else found.push([day, [record]])
    return found
  }, [])
  const line = (record: RaRecord) =>
    lines
      .flatMap(({ names }) => names)
      .filter(name => hasValue(resource, name, record))
      .map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          <FieldValue resource={resource} name={name} record={record} isInLink isInList />
        </Fragment>
      ))
  return days.map(([day, records]) => (
    <Stack key={`${day} ${records[0]?.id}`} as="section" gap="0.25rem" className={styles.day}>
      {day !== undefined && <h2>{formatDay(formatLocalDate(day), display.locale, 'long')}</h2>}
      <ul className={styles.rows}>
        {records.map(record => (
          <RecordContextProvider key={record.id} value={record}>
            <li>
              {hasBulkActions && (
                <SelectCheckbox id={record.id} name={nameOf(record)} isSelected={selectedIds.includes(record.id)} />
              )}
              {isTimed && (
                <time className={styles.time} dateTime={String(record[calendar.from])}>
                  {formatTime(Date.parse(String(record[calendar.from])), display)}
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
                  <p>{line(record)}</p>
                  {marks
                    .filter(({ name }) => asks(name, record))
                    .map(({ name }) => (
                      <FieldValue key={name} resource={resource} name={name} record={record} isInList />
                    ))}
                </div>
              </div>
              {endOf && <span className={styles.end}>{endOf(record)}</span>}
            </li>
          </RecordContextProvider>
        ))}
      </ul>
    </Stack>
  ))
}
