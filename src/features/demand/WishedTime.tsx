import { useRecordContext } from 'ra-core'
import type { Demand } from '../../resources/demand'
import { Stack, useNow } from '../../show'
import { Explained } from '../availability/Explained'
import { useVariants } from '../availability/useRequest'

type Wish = Demand & { catalogItemId: string }

const TimeNow = ({ wish }: { wish: Wish }) => {
  const { variantId, catalogItemId, channelId, quantity, wantedFrom, wantedTo } = wish
  const { variants } = useVariants(catalogItemId, variantId)
  return (
    <Stack gap="0.75rem">
      <Explained
        request={{ variantId, channelId, quantity, durationMinutes: null }}
        variant={variants.find(({ id }) => id === variantId) ?? null}
        why={{ startsAt: wantedFrom, endsAt: wantedTo, resourceId: null }}
        notes={false}
        onSelectFree={undefined}
      />
    </Stack>
  )
}

const WishedTime = () => {
  const now = useNow()
  const wish = useRecordContext<Wish>()
  if (wish?.status !== 'open' || Date.parse(wish.wantedFrom) <= now) return null
  return <TimeNow wish={wish} />
}

export default WishedTime
