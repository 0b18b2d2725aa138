import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Writes a migration with a table that no declaration makes and a rule about rows reads. */
export const writePlaces = (folder: string): Promise<void> =>
  writeFile(
    path.join(folder, '0000_places.sql'),
    'create table allocations (tenant_id uuid, booking_id uuid, resource_id uuid);',
  )
