import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import IconButton from '@mui/material/IconButton'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useEffect, useMemo, useState } from 'react'
import { addDays } from '../../declare'
import { formatDays, Row, useDisplay } from '../../show'
import busy from '../../ui/screen/busy.module.css'
import { AffectedBookings } from './AffectedBookings'
import { ChangedDays } from './ChangedDays'
import { ChangedTimes } from './ChangedTimes'
import { asShown, type Decisions, type Note } from './decisions'
import { isRefusal } from './isRefusal'
import { useText } from './useText'
import { type Effect, shownDays, useWhatIf } from './useWhatIf'
import styles from './whatIf.module.css'

type Text = ReturnType<typeof useText>

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const summaryOf = ({ variants, bookings }: Effect, text: Text): string => {
  const counts = {
    removed: sum(variants.map(({ removedCount }) => removedCount)),
    added: sum(variants.map(({ addedCount }) => addedCount)),
    changed: sum(variants.map(({ changedCount }) => changedCount)),
    stranded: bookings.strandedCount,
    irregular: bookings.irregularCount,
  }
  return Object.entries(counts)
    .flatMap(([name, count]) =>
      count > 0 ? [text(`whatIf.${name as keyof typeof counts}`, { smart_count: count })] : [],
    )
    .join(' · ')
}

const undecided: Decisions = new Map()

const WhatIf = ({ onNote }: { onNote: (note: Note | undefined) => void }) => {
  const text = useText()
  const { locale } = useDisplay()
  const { isAsked, effect, from, isMoved, move } = useWhatIf()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(undecided)
  const [isTold, setTold] = useState(false)
  const { data, error, isFetching } = effect
  const decided = useMemo(() => (data ? asShown(chosen, data.bookings.items) : undecided), [chosen, data])
  useEffect(() => onNote(isAsked ? { decided, isTold } : undefined), [onNote, isAsked, decided, isTold])
  const summary = data && isAsked && !error ? summaryOf(data, text) : ''
  const isUnknown = isAsked && error !== null && !isRefusal(error)
  // Stays for weeks without changes.
  const isShown = isAsked && data !== undefined && !error && (summary !== '' || isMoved)
  return (
    <>
      <p role="status" className={styles.unknown} style={isUnknown ? undefined : visuallyHidden}>
        {isUnknown ? text('whatIf.unknown') : summary}
      </p>
      {isShown && data && (
        <details
          className={`${styles.effect} ${busy.busy}`}
          aria-busy={isFetching}
          open={isOpen}
          onToggle={event => setOpen(event.currentTarget.open)}
        >
          <summary>
            <strong>{text('whatIf.title')}</strong> <span>{summary}</span>
          </summary>
          <Row gap="0.25rem" className={styles.range}>
            <IconButton size="small" aria-label={text('whatIf.earlier')} onClick={() => move(-shownDays)}>
              <ChevronLeft />
            </IconButton>
            <span>{formatDays(from, addDays(from, shownDays - 1), locale, 'datesOfYear')}</span>
            <IconButton size="small" aria-label={text('whatIf.later')} onClick={() => move(shownDays)}>
              <ChevronRight />
            </IconButton>
          </Row>
          <AffectedBookings
            bookings={data.bookings}
            decided={decided}
            isTold={isTold}
            onDecide={setChosen}
            onTell={setTold}
          />
          <ChangedDays days={data.days} />
          <ChangedTimes variants={data.variants} unchangedCount={data.unchangedVariantCount} />
        </details>
      )}
    </>
  )
}

export default WhatIf
