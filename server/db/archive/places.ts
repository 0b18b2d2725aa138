import { databaseOn } from '../database'
import { type DatabaseOptions, openServer } from '../server'
import type { Manifest } from './format'
import { type Imported, type ImportOptions, importTenant } from './importTenant'
import { type ArchiveOptions, writeArchive } from './writeArchive'

/** @throws for an unknown slug */
export const exportFrom = async (
  place: DatabaseOptions,
  slug: string,
  file: string,
  options: ArchiveOptions,
): Promise<Manifest> => {
  const database = databaseOn(await openServer(place))
  try {
    const tenant = await database.run({ as: 'platform' }, db =>
      db.selectFrom('tenants').select('id').where('slug', '=', slug).executeTakeFirst(),
    )
    if (!tenant) throw new Error(`There is no tenant ${slug}.`)
    return await writeArchive(database, tenant.id, file, options)
  } finally {
    await database.close()
  }
}

export const importInto = async (
  place: DatabaseOptions,
  file: string,
  options: Omit<ImportOptions, 'greeting'>,
): Promise<Imported> => {
  const server = await openServer(place)
  try {
    return await importTenant(server.pool, file, { ...options, greeting: server.lent?.greeting })
  } finally {
    await server.stop()
  }
}
