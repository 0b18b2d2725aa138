import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCanAccess, useDataProvider, useGetOne, useNotify, useRecordContext } from 'ra-core'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { calls } from '../../calls'
import { type BookableResource, bookableResources } from '../../resources/resources'
import { type Schedule, schedules } from '../../resources/schedules'
import type { Tenant } from '../../resources/tenants'
import {
  FieldValue,
  LoadError,
  Loading,
  Muted,
  recordAddress,
  type SlotwiseDataProvider,
  useFailure,
  useTenant,
} from '../../show'
import { ServiceBoxes } from './ServiceBoxes'
import styles from './services.module.css'
import { servicesKey, useServices } from './useServices'
import { useText } from './useText'

const Services = ({ id }: { id: string }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const client = useQueryClient()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { canAccess } = useCanAccess({ resource: bookableResources.name, action: 'edit' })
  const { data, error, refetch } = useServices(id)
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (variantIds: string[]) =>
      dataProvider.call(calls.resources.setServices, { params: { id }, body: { variantIds } }),
    onSuccess: services => client.setQueryData(servicesKey(id), services),
    onError: refused => {
      const failure = failureOf(refused)
      if (!failure.isSignedOut) notify(failure.detail, { type: 'error' })
    },
    // In the order of the clicks.
    scope: { id: `services of ${id}` },
  })
  if (error)
    return <LoadError message={text('resources.servicesFailed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading>{text('resources.servicesLoading')}</Loading>
  const stored = data.services.flatMap(service => (service.isTaken ? service.id : []))
  return (
    <ServiceBoxes
      services={data.services}
      taken={isPending && variables ? variables : stored}
      isDisabled={!canAccess}
      onChange={mutate}
    />
  )
}

const Hours = ({ scheduleId }: { scheduleId: string | null }) => {
  const text = useText()
  const { tenant } = useTenant()
  const followed = scheduleId ?? (tenant as Partial<Tenant> | null)?.defaultScheduleId
  const { data } = useGetOne<Schedule>(schedules.name, { id: followed ?? '' }, { enabled: Boolean(followed) })
  if (!followed) return <Muted>{text('resources.noHours')}</Muted>
  if (!data) return <Loading>{text('resources.hoursLoading')}</Loading>
  return (
    <div className={styles.hours}>
      <FieldValue resource={schedules} name="weeklyHours" record={data} />
      {!scheduleId && <Muted>{text('resources.followsDefault')}</Muted>}
      <div>
        <Button component={Link} to={recordAddress(schedules, followed) ?? ''} variant="outlined" size="small">
          {text('resources.openSchedule', { name: data.name })}
        </Button>
      </div>
    </div>
  )
}

const WorkPanel = () => {
  const text = useText()
  const record = useRecordContext<BookableResource>()
  const [tab, setTab] = useState<'services' | 'hours'>('services')
  const id = useId()
  if (!record) return null
  return (
    <section className={styles.panel} aria-label={text('resources.work')}>
      <Tabs className={styles.tabs} value={tab} onChange={(_, chosen) => setTab(chosen)}>
        {(['services', 'hours'] as const).map(one => (
          <Tab
            key={one}
            value={one}
            label={text(`resources.${one}`)}
            id={`${id}-${one}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'services' ? <Services id={record.id} /> : <Hours scheduleId={record.scheduleId} />}
      </div>
    </section>
  )
}

export default WorkPanel
