import { useMe } from '../../authProvider/useMe'
import { useDisplay } from '../../crud/format/display'
import { timeZoneLabel } from '../../crud/format/timeZones'
import { useText } from '../../i18n/useText'
import { zoneOf } from '../../scheduling/time/Zone'

/** In which zone times are shown, and that it is not the viewer's where it is another. */
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
