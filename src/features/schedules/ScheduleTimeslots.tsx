import EventRepeat from '@mui/icons-material/EventRepeatOutlined'
import Button from '@mui/material/Button'
import { useCanAccess, useRecordContext } from 'ra-core'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import listStyles from '../../crud/list/list.module.css'
import type { Schedule } from '../../resources/schedules'
import { timeslots } from '../../resources/timeslots'
import { CreateButton, DeclarationProvider, FormDialogs, Row, Stack, timeZoneLabel } from '../../show'
import styles from './schedules.module.css'
import { TimeslotWeek } from './TimeslotWeek'
import { useText } from './useText'

const GenerateDialog = lazy(() => import('./GenerateDialog'))

const ScheduleTimeslots = () => {
  const text = useText()
  const schedule = useRecordContext<Schedule>()
  const scheduleId = String(schedule?.id)
  const meta = useMemo(() => ({ scheduleId }), [scheduleId])
  const { canAccess: mayCreate } = useCanAccess({ resource: timeslots.name, action: 'create' })
  const [isGenerating, setGenerating] = useState(false)
  const id = useId()
  if (!schedule) return null
  if (schedule.mode !== 'timeslots' && !schedule.timeslotCount) {
    return <p className={styles.note}>{text('timeslots.notUsed')}</p>
  }
  return (
    <DeclarationProvider resource={timeslots} meta={meta}>
      <Stack as="section" gap="1rem" className={listStyles.related} aria-labelledby={id}>
        <Row as="header" wrap gap="0.5rem 1rem" justify="space-between" className={listStyles.relatedHeader}>
          <div>
            <h2 id={id}>{text('timeslots.title')}</h2>
            <p className={styles.note}>{text('timeslots.zone', { zone: timeZoneLabel(schedule.timeZone) })}</p>
          </div>
          <Row wrap gap="0.5rem" align="stretch">
            {mayCreate && (
              <Button variant="outlined" startIcon={<EventRepeat />} onClick={() => setGenerating(true)}>
                {text('timeslots.generate')}
              </Button>
            )}
            <CreateButton />
          </Row>
        </Row>
        <TimeslotWeek schedule={schedule} />
      </Stack>
      <FormDialogs />
      {isGenerating && (
        <Suspense fallback={null}>
          <GenerateDialog schedule={schedule} onClose={() => setGenerating(false)} />
        </Suspense>
      )}
    </DeclarationProvider>
  )
}

export default ScheduleTimeslots
