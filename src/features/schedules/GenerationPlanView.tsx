import Add from '@mui/icons-material/AddCircleOutline'
import Check from '@mui/icons-material/CheckCircleOutlined'
import Remove from '@mui/icons-material/RemoveCircleOutlineOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import { type ComponentProps, useMemo, useState } from 'react'
import { formatLocalDate, zoneOf } from '../../declare'
import type { GenerationPlan, PlannedTimeslot } from '../../scheduling'
import { formatDay, formatTimes, MonthCalendar, Stack, useDisplay } from '../../show'
import { slotsByDate } from '../availability/slotsByDate'
import { useEngineMessage } from '../explanations/useEngineMessage'
import type { PlannedAction } from './generation'
import styles from './schedules.module.css'
import { useText } from './useText'

interface GenerationPlanViewProps {
  plan: GenerationPlan
  timeZone: string
  from: string
}

const icons: Readonly<Record<PlannedAction, typeof Add>> = {
  create: Add,
  keep: Check,
  delete: Remove,
  conflict: Warning,
}

/** The calendar shows the rest. */
const mostListed = 20

export const GenerationPlanView = ({ plan, timeZone, from }: GenerationPlanViewProps) => {
  const text = useText()
  const say = useEngineMessage()
  const display = { ...useDisplay(), timeZone }
  const byDate = useMemo(() => slotsByDate(plan.timeslots, timeZone), [plan, timeZone])
  const [chosen, setChosen] = useState<string | null>(null)
  const date = chosen ?? byDate.keys().next().value ?? from
  const ofDay = byDate.get(date) ?? []
  const conflicts = plan.timeslots.filter(({ action }) => action === 'conflict')

  const lookOf: ComponentProps<typeof MonthCalendar>['lookOf'] = day => {
    const slots = byDate.get(day) ?? []
    const count = (action: PlannedAction) => slots.filter(slot => slot.action === action).length
    const [created, deleted, conflicting] = [count('create'), count('delete'), count('conflict')]
    const badge = [created && `+${created}`, deleted && `−${deleted}`, conflicting && `!${conflicting}`]
    return {
      state:
        slots.length === 0
          ? 'closed'
          : created > 0
            ? 'specialOpen'
            : deleted + conflicting > 0
              ? 'specialClosed'
              : 'open',
      description: (['create', 'keep', 'delete', 'conflict'] as const)
        .flatMap(action => (count(action) > 0 ? [text(`timeslots.count.${action}`, { count: count(action) })] : []))
        .join(', '),
      badge: badge.filter(Boolean).join(' ') || null,
    }
  }
  const slotItem = (slot: PlannedTimeslot, withDate: boolean) => {
    const Icon = icons[slot.action]
    const start = Date.parse(slot.startsAt)
    return (
      <li key={slot.startsAt + slot.action} data-action={slot.action}>
        <Icon fontSize="small" />
        <span>
          {withDate && `${formatDay(formatLocalDate(zoneOf(timeZone).dayOf(start)), display.locale, 'short')}, `}
          {formatTimes(start, Date.parse(slot.endsAt), display)}{' '}
          <strong>{text(`timeslots.action.${slot.action}`)}</strong>
          {slot.reasons && <small> {slot.reasons.map(say).join(' ')}</small>}
        </span>
      </li>
    )
  }
  return (
    <div className={styles.planView}>
      <MonthCalendar key={from} today={from} lookOf={lookOf} onChoose={setChosen} />
      <Stack as="section" gap="0.5rem" className={styles.planDay} aria-live="polite">
        <h3>{formatDay(date, display.locale, 'full')}</h3>
        {ofDay.length === 0 ? (
          <p className={styles.note}>{text('timeslots.noneOnDay')}</p>
        ) : (
          <Stack as="ul" gap="0.25rem" className={styles.planned}>
            {ofDay.map(slot => slotItem(slot, false))}
          </Stack>
        )}
      </Stack>
      {plan.dstNotes.length > 0 && (
        <Stack as="section" gap="0.25rem" className={styles.planNotes}>
          <h3>{text('timeslots.clockChanges')}</h3>
          <ul>
            {plan.dstNotes.map(note => (
              <li key={note.date}>{say(note)}</li>
            ))}
          </ul>
        </Stack>
      )}
      {conflicts.length > 0 && (
        <Stack as="section" gap="0.25rem" className={styles.planNotes}>
          <h3>{text('timeslots.conflictsTitle')}</h3>
          <Stack as="ul" gap="0.25rem" className={styles.planned}>
            {conflicts.slice(0, mostListed).map(slot => slotItem(slot, true))}
          </Stack>
          {conflicts.length > mostListed && (
            <p className={styles.note}>{text('timeslots.more', { count: conflicts.length - mostListed })}</p>
          )}
        </Stack>
      )}
    </div>
  )
}
