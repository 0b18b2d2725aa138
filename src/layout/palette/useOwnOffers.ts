import { useColorScheme } from '@mui/material/styles'
import { config } from '../../config'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useRegistry } from '../../crud/views'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyResource, formStyle, hasRole, mayAccess, screenPath } from '../../schema'
import { useOpenTenantSwitcher } from '../tenant/TenantSwitcherProvider'
import { useRole } from '../useRole'
import type { Offer } from './offer'
import { usePaletteText } from './usePaletteText'

/** What is used every day has a short address. */
const depthOf = ({ screens }: AnyResource): number => screens?.base.split('/').length ?? 0
const byDepth = (a: AnyResource, b: AnyResource): number => depthOf(a) - depthOf(b)

/** Every screen that the person may see, and the records that they may create. */
export const useOwnOffers = (): Offer[] => {
  const text = useMachineText()
  const own = usePaletteText()
  const { screened, find } = useRegistry()
  const role = useRole()
  const { setMode } = useColorScheme()
  const switchTenant = useOpenTenantSwitcher()
  const page = (label: string, to: string): Offer => ({ key: to, group: 'page', label, run: { to } })
  const declared = [...screened].sort(byDepth).flatMap(resource => {
    const { name, screens, access, kind } = resource
    const isOne = kind === 'singleton'
    const list = page(text(resourceKeys(resource).name, { smart_count: isOne ? 1 : 2 }), `${screens.base}/`)
    // Lists over all parents have no form of their own.
    const isMade = !isOne && find(name)?.screens && mayAccess(role, access, 'create')
    const create = screenPath(resource, 'create')
    return [
      ...(mayAccess(role, access, 'list') ? [list] : []),
      ...(isMade
        ? [
            {
              key: `create ${name}`,
              group: 'command' as const,
              label: text(resourceKeys(resource).page('create')),
              run: { to: formStyle(resource, 'create') === 'dialog' ? `${create}?create=true` : create },
            },
          ]
        : []),
    ]
  })
  return [
    page(own('palette.home'), '/'),
    ...declared,
    page(text('nav.settings'), '/settings/'),
    ...(hasRole(role, config.canInvite ? 'admin' : 'owner') ? [page(own('palette.members'), '/settings/members')] : []),
    ...(hasRole(role, 'admin') ? [page(text('auditLog.title'), '/settings/audit-log')] : []),
    { key: 'tenant', group: 'command', label: text('tenant.switch'), run: { act: switchTenant } },
    ...(['light', 'dark', 'system'] as const).map(
      (mode): Offer => ({
        key: `theme ${mode}`,
        group: 'command',
        label: own(`palette.theme.${mode}`),
        run: { act: () => setMode(mode) },
      }),
    ),
  ]
}
