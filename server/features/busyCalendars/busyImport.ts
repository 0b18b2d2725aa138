import { sql } from 'kysely'
import { leaseQueue, type Services } from '../../serve'
import { addressPurpose } from './busyAddress'
import { fetchCalendar } from './fetchCalendar'
import { atOnce, busyImportQueue, noteRead, type Taken, takeDue } from './importCalendar'

type ImportOptions = Pick<Services, 'database' | 'now'> & Pick<Services['webhooks'], 'settings' | 'sealer'>

export const importCalendar = async (
  { database, now, settings, sealer }: ImportOptions,
  tenantId: string,
  taken: Taken,
  signal?: AbortSignal,
): Promise<Taken | null> => {
  const url = sealer.open(taken.address, addressPurpose(tenantId, taken.id))
  const { etag, lastModified, timeZone } = taken
  const asked = { tenantId, url, etag, lastModified, timeZone, now: now(), ...(signal && { signal }) }
  const fetched = await fetchCalendar(settings, asked)
  if (signal?.aborted && fetched.kind === 'failed') return null
  await database.run({ as: 'tenant', tenantId }, db => noteRead(db, tenantId, taken, fetched), { retry: true })
  return taken
}

export const createBusyImport = ({ log, ...options }: ImportOptions & Pick<Services, 'log'>) =>
  leaseQueue<Taken, Taken>(
    { database: options.database, log },
    {
      name: busyImportQueue,
      table: 'busy_calendar_states',
      due: 'nextReadAt',
      isOpen: sql`busy_calendar_id in (select id from busy_calendars
        where busy_calendars.tenant_id = busy_calendar_states.tenant_id and is_active)`,
      isOpenAnywhere: sql`tenant_id in (select id from tenants where is_active)`,
      withIds: ids => sql`busy_calendar_id = any(${ids})`,
      most: atOnce,
      take: takeDue,
      attempt: (taken, { tenantId, hurry }) => importCalendar(options, tenantId, taken, hurry),
      // Each read is noted separately, since it may bring thousands of times.
      note: async () => [],
    },
  )
