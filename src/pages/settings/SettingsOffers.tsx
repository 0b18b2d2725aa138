import { useEffect } from 'react'
import { config } from '../../config'
import type { Offer, PaletteProps } from '../../layout/palette/offer'
import { usePaletteText } from '../../layout/palette/usePaletteText'
import { useRole } from '../../layout/useRole'
import { hasRole, type Role } from '../../schema'
import { settingsSections } from './settingsSections'
import { useText } from './useText'

const SettingsOffers = ({ onOffer }: PaletteProps) => {
  const text = useText()
  const own = usePaletteText()
  const role = useRole()
  useEffect(() => {
    const page = (to: string, label: string, also: () => string): Offer => ({
      ...{ key: to, group: 'page', label, also, run: { to } },
    })
    const forRole = (least: Role, offer: Offer): Offer[] => (hasRole(role, least) ? [offer] : [])
    onOffer([
      page('/settings/', text('nav.settings'), () => own('palette.also.account')),
      ...settingsSections.map(([anchor, title]) =>
        page(`/settings/#${anchor}`, text(title), () => own(`palette.also.${anchor}`)),
      ),
      ...forRole(
        config.canInvite ? 'admin' : 'owner',
        page('/settings/members', text('settings.members'), () => own('palette.also.members')),
      ),
      ...forRole(
        'admin',
        page('/settings/audit-log', text('auditLog.title'), () => own('palette.also.auditLog')),
      ),
      ...forRole(
        'owner',
        page('/settings/archive', text('archive.title'), () => own('palette.also.archive')),
      ),
    ])
  }, [text, own, role, onOffer])
  return null
}

export default SettingsOffers
