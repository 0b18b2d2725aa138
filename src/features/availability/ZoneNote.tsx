import { zoneOf } from '../../declare'
import { timeZoneLabel, useDisplay, useMe } from '../../show'
import { useText } from './useText'

export const ZoneNote = () => {
  const text = useText()
  const { timeZone } = useDisplay()
  const { data: me } = useMe()
  const viewer = me?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const now = Date.now()
  const isSame = zoneOf(viewer).offsetAt(now) === zoneOf(timeZone).offsetAt(now)
  const zone = timeZoneLabel(timeZone)
  return isSame ? text('availability.zone', { zone }) : text('availability.otherZone', { zone, viewer })
}
