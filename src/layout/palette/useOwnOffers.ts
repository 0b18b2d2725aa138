import { useColorScheme } from '@mui/material/styles'
import { useEffect, useMemo, useState } from 'react'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useRegistry } from '../../crud/views'
import type { MachineText } from '../../i18n/text'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyResource, createAddress, mayAccess, type Registry } from '../../schema'
import { useOpenTenantSwitcher } from '../tenant/TenantSwitcherProvider'
import { useRole } from '../useRole'
import { declaredWords } from './declaredWords'
import type { Offer } from './offer'
import { usePaletteText } from './usePaletteText'

/** Everyday screens have short addresses. */
const depthOf = ({ screens }: AnyResource): number => screens?.base.split('/').length ?? 0
const byDepth = (a: AnyResource, b: AnyResource): number => depthOf(a) - depthOf(b)

/** By language. */
const known = new WeakMap<MachineText, ReadonlyMap<string, string>>()

/** Collected while the browser is idle. */
const useDeclaredWords = (registry: Registry, text: MachineText): ReadonlyMap<string, string> | undefined => {
  const [, setFound] = useState<unknown>()
  useEffect(() => {
    if (known.has(text)) return
    const find = () => {
      const words = declaredWords(registry, text)
      known.set(text, words)
      setFound(words)
    }
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(find, 200)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(find)
    return () => cancelIdleCallback(idle)
  }, [registry, text])
  return known.get(text)
}

export const useOwnOffers = (): readonly Offer[] => {
  const text = useMachineText()
  const own = usePaletteText()
  const registry = useRegistry()
  const role = useRole()
  const { setMode } = useColorScheme()
  const switchTenant = useOpenTenantSwitcher()
  const words = useDeclaredWords(registry, text)
  return useMemo(() => {
    const { screened, find } = registry
    const toMake = () => own('palette.also.create')
    const declared = [...screened].sort(byDepth).flatMap((resource): Offer[] => {
      const { name, screens, access, kind } = resource
      const isOne = kind === 'singleton'
      const to = `${screens.base}/`
      const label = text(resourceKeys(resource).name, { smart_count: isOne ? 1 : 2 })
      // Lists over all parents have no form.
      const isMade = !isOne && find(name)?.screens && mayAccess(role, access, 'create')
      return [
        ...(mayAccess(role, access, 'list')
          ? [{ key: to, group: 'page' as const, label, also: () => words?.get(name) ?? '', run: { to } }]
          : []),
        ...(isMade
          ? [
              {
                key: `create ${name}`,
                group: 'command' as const,
                label: text(resourceKeys(resource).page('create')),
                also: toMake,
                run: { to: createAddress(resource) },
              },
            ]
          : []),
      ]
    })
    const toSwitch = () => own('palette.also.tenant')
    const toSeeOtherwise = () => own('palette.also.theme')
    return [
      { key: '/', group: 'page', label: own('palette.home'), also: () => own('palette.also.home'), run: { to: '/' } },
      ...declared,
      { key: 'tenant', group: 'command', label: text('tenant.switch'), also: toSwitch, run: { act: switchTenant } },
      ...(['light', 'dark', 'system'] as const).map(
        (mode): Offer => ({
          key: `theme ${mode}`,
          group: 'command',
          label: own(`palette.theme.${mode}`),
          also: toSeeOtherwise,
          run: { act: () => setMode(mode) },
        }),
      ),
    ]
  }, [registry, text, own, role, setMode, switchTenant, words])
}
