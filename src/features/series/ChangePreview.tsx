import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { bookings } from '../../resources/bookings'
import type { Occurrence } from '../../scheduling/series/answers'
import { Loading, Row, Stack, useFailure } from '../../show'
import { DateOutcome } from './DateOutcome'
import { isRefused } from './refusedDates'
import styles from './series.module.css'
import { useSeriesApi } from './seriesApi'
import { useSettledJson } from './useSettledJson'
import { useText } from './useText'

interface Change {
  seriesId: string
  action: 'reschedule' | 'extend' | 'retrySkipped'
  body: object | null
}

/** Dates after a change, from a debounced dry run. */
export const useChangePreview = ({ seriesId, action, body }: Change) => {
  const api = useSeriesApi()
  const settled = useSettledJson(body)
  const { data, error, isLoading } = useQuery({
    queryKey: [bookings.name, 'series', seriesId, action, settled],
    queryFn: () => api.act(seriesId, action, { ...settled, notify: false, dryRun: true }),
    enabled: settled !== null && body !== null,
    placeholderData: before => before,
    retry: false,
  })
  return {
    occurrences: (body && !error && data?.occurrences) || null,
    error: body && error,
    isLoading: body !== null && isLoading,
  }
}

interface ChangePreviewProps {
  preview: ReturnType<typeof useChangePreview>
  isMeant: (occurrence: Occurrence) => boolean
  before?: readonly Occurrence[] | null
}

export const ChangePreview = ({
  preview: { occurrences, error, isLoading },
  isMeant,
  before = null,
}: ChangePreviewProps) => {
  const text = useText()
  const id = useId()
  const failureOf = useFailure()
  if (isLoading) return <Loading>{text('series.loading')}</Loading>
  if (error) {
    const { errors, detail } = failureOf(error)
    return <p role="alert">{Object.values(errors).join(' ') || detail}</p>
  }
  const meant = (occurrences ?? []).filter(isMeant)
  if (meant.length === 0) return null
  const booked = before?.filter(({ state }) => state === 'booked')
  const free = meant.filter(one => one.state === 'booked' && !isRefused(one)).length
  return (
    <Stack as="section" gap="1rem" aria-labelledby={id}>
      <Row as="h3" wrap gap="0.5rem" align="stretch" justify="space-between" id={id} className={styles.heading}>
        <span role="status">{text('series.free', { count: free, total: meant.length })}</span>
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
      <ol className={`${styles.dates} ${styles.preview}`} tabIndex={0} aria-labelledby={id}>
        {meant.map(occurrence => (
          <li key={occurrence.index}>
            <span className={styles.muted}>{occurrence.index + 1}</span>
            <DateOutcome occurrence={occurrence} from={booked?.find(({ index }) => index === occurrence.index)} />
          </li>
        ))}
      </ol>
    </Stack>
  )
}
