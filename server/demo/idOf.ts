import { anyTable, type Services } from '../serve'

export const idOf = (database: Services['database'], tenantId: string, table: string, name: string): Promise<string> =>
  database.run({ as: 'tenant', tenantId }, async db => {
    const { id } = await anyTable(db)
      .selectFrom(table)
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return String(id)
  })
