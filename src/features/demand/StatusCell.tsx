import { type Demand, demand } from '../../resources/demand'
import { Badge, type CellProps, resourceKeys, useMachineText, useNow } from '../../show'
import { useExplanation } from '../availability/availabilityApi'
import { useText } from './useText'

const keys = resourceKeys(demand)
const { tones } = demand.fields.status.options

const FreeNow = ({ wish }: { wish: Demand }) => {
  const text = useText()
  const { variantId, channelId, quantity, wantedFrom, wantedTo } = wish
  const request = { variantId, channelId, quantity, durationMinutes: null }
  const { data } = useExplanation(request, { startsAt: wantedFrom, endsAt: wantedTo, resourceId: null })
  return data?.available ? <Badge tone="good">{text('demand.free')}</Badge> : null
}

/** Also says when an open wish's time is free. */
const StatusCell = ({ record }: CellProps<'choice', Partial<Demand>>) => {
  const text = useMachineText()
  const now = useNow()
  const wish = record as Demand
  const { status, origin, wantedFrom } = wish
  return (
    <>
      <Badge tone={tones?.[status] ?? 'info'}>{text(keys.choice('status', status))}</Badge>{' '}
      {status === 'open' && origin === 'noted' && Date.parse(wantedFrom) > now && <FreeNow wish={wish} />}
    </>
  )
}

export default StatusCell
