import type pg from 'pg'

const isDenied = (error: unknown): boolean => {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === '42501' || (cause !== undefined && isDenied(cause))
}

export interface Rights {
  name: string
  fills: boolean
  /** The tables' owner, if this user may not act as that role. */
  stranger: string | null
}

export const rightsSql = `select quote_ident(current_user) as name, has_schema_privilege('public', 'create') as fills,
  (select pg_get_userbyid(relowner) from pg_class
    where oid = to_regclass('public.migrations') and not pg_has_role(current_user, relowner, 'usage')) as stranger`

/** Null for a user with all rights needed. */
export const lackingRight = ({ name, fills, stranger }: Rights): string | null => {
  if (stranger) return `tables belong to ${stranger}: sign in as that role`
  if (!fills)
    return `the user may not make tables in the schema public. As PostgreSQL's superuser: alter schema public owner to ${name}`
  return null
}

/** Adds a remedy to PostgreSQL's bare "permission denied". @param pool of the tables' owner */
export const explainingRights = async <T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isDenied(error)) throw error
    const { rows } = await pool.query<Rights>(rightsSql)
    const lacking = rows[0] && lackingRight(rows[0])
    throw lacking ? new Error(`DATABASE_URL: ${lacking}.`) : error
  }
}
