import type { AuthProvider, DataProvider } from 'ra-core'
import { serverNow } from '../../dataProvider/serverClock'
import type { AnyResource, Around, TenantSetting } from '../../schema'
import { settingsOf, workedStarts } from '../../schema/bounds'

interface Asking {
  dataProvider: DataProvider
  authProvider: AuthProvider | undefined
  tenant: Readonly<Record<TenantSetting, string>>
}

export const readAround = async (resource: AnyResource, { dataProvider, authProvider, tenant }: Asking) => {
  const person = await authProvider?.getIdentity?.()
  const settings = await Promise.all(
    settingsOf(resource).map(async ({ name }) => [name, (await dataProvider.getOne(name, { id: name })).data] as const),
  )
  const known = {
    tenant,
    me: { id: person ? String(person.id) : null, email: person?.email ?? null, name: person?.fullName ?? null },
    settings: Object.fromEntries(settings),
  }
  const around = (): Around => ({ ...known, now: serverNow() })
  return { around, starts: workedStarts(resource, around()) }
}
