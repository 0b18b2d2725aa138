import type pg from 'pg'

const here = "nspname in ('public', 'auth_service')"

/** `table` of a row of pg_class with its schema. */
const named = "nspname || '.' || c.relname"

/** Entries of an access list, whoever owns it, without PostgreSQL 17's right to maintain. */
const acl = (list: string, owner: string) => `(select array_agg(entry order by entry) from (
  select replace(replace(entry::text, quote_ident(pg_get_userbyid(${owner})), 'OWNER'), 'Dxtm/', 'Dxt/') as entry
  from unnest(${list}) as entry) as entries)`

const ours = "array['slotwise_tenant', 'slotwise_platform', 'slotwise_auth']"

/** Leaves out what extensions bring. */
const queries: Record<string, string> = {
  extensions: 'select extname as name, extnamespace::regnamespace::text as is from pg_extension',
  roles: `select rolname as name, (rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolbypassrls)::text as is
    from pg_roles where rolname = any(${ours})`,
  members: `select roleid::regrole::text || ' of ' || case when member = current_user::regrole then 'OWNER' else member::regrole::text end as name,
    admin_option::text as is from pg_auth_members
    -- Other tests of the same server have owners of their own.
    where roleid::regrole::text = any(${ours}) and (member = current_user::regrole or member::regrole::text = any(${ours}))`,
  schemas: `select nspname as name, ${acl('nspacl', 'nspowner')}::text as is from pg_namespace where ${here}`,
  defaults: `select coalesce(nspname, '') || ' ' || defaclobjtype::text as name, ${acl('defaclacl', 'defaclrole')}::text as is
    from pg_default_acl left join pg_namespace as n on n.oid = defaclnamespace`,
  database: `select role as name, has_database_privilege(role, current_database(), 'temporary')::text as is from unnest(${ours}) as role`,
  tables: `select ${named} as name, jsonb_build_object('kind', relkind, 'persistence', relpersistence, 'options', reloptions,
      'security', array[relrowsecurity, relforcerowsecurity], 'grants', ${acl('relacl', 'relowner')},
      -- PostgreSQL 16 and newer leave the only table's name out.
      'view', case when relkind in ('v', 'm') then regexp_replace(pg_get_viewdef(c.oid), '\\m[a-z_]+\\.', '', 'g') end)::text as is
    from pg_class as c join pg_namespace as n on n.oid = relnamespace where ${here} and relkind in ('r', 'p', 'v', 'm', 'S')`,
  columns: `select ${named} || '.' || attname as name, jsonb_build_object('type', format_type(atttypid, atttypmod), 'required', attnotnull,
      'default', pg_get_expr(adbin, adrelid), 'identity', attidentity, 'generated', attgenerated, 'storage', attstorage,
      'collation', attcollation::regcollation, 'grants', ${acl('attacl', 'relowner')})::text as is
    from pg_attribute join pg_class as c on c.oid = attrelid join pg_namespace as n on n.oid = relnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${here} and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`,
  constraints: `select ${named} || '.' || conname as name, pg_get_constraintdef(t.oid) || ' ' || convalidated as is
    from pg_constraint as t join pg_class as c on c.oid = conrelid join pg_namespace as n on n.oid = relnamespace
    where ${here} and contype in ('p', 'u', 'f', 'c', 'x')`,
  indexes: `select ${named} || '.' || indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) || ' ' || indisvalid as is
    from pg_index join pg_class as c on c.oid = indrelid join pg_namespace as n on n.oid = relnamespace where ${here}`,
  sequences: `select schemaname || '.' || sequencename as name, (data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)::text as is
    from pg_sequences where schemaname in ('public', 'auth_service')`,
  policies: `select schemaname || '.' || tablename || '.' || policyname as name,
      jsonb_build_array(permissive, cmd, (select array_agg(case role when current_user then 'OWNER' else role end order by role) from unnest(roles) as role), qual, with_check)::text as is
    from pg_policies`,
  functions: `select nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as name,
      pg_get_functiondef(p.oid) || ${acl('proacl', 'proowner')}::text as is
    from pg_proc as p join pg_namespace as n on n.oid = pronamespace
    where ${here} and prokind in ('f', 'p') and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
  triggers: `select ${named} || '.' || tgname as name, pg_get_triggerdef(t.oid) || ' ' || tgenabled::text as is
    from pg_trigger as t join pg_class as c on c.oid = tgrelid join pg_namespace as n on n.oid = relnamespace
    where ${here} and not tgisinternal`,
  types: `select nspname || '.' || typname as name, typtype::text as is from pg_type as t join pg_namespace as n on n.oid = typnamespace
    where ${here} and typtype in ('e', 'd', 'r', 'm') and not exists (select from pg_depend where objid = t.oid and deptype = 'e')`,
  comments: `select pg_describe_object(classoid, objoid, objsubid) as name, description as is
    from pg_description where objoid in (select c.oid from pg_class as c join pg_namespace as n on n.oid = relnamespace where ${here})`,
}

export type Catalog = Record<string, Record<string, string | null>>

/**
 * What migrations made, in words of every version of PostgreSQL, whatever the order of columns.
 * @param pool of the owner
 */
export const catalogOf = async (pool: pg.Pool): Promise<Catalog> => {
  const catalog: Catalog = {}
  for (const [part, query] of Object.entries(queries)) {
    const { rows } = await pool.query<{ name: string; is: string | null }>(`${query} order by 1`)
    catalog[part] = Object.fromEntries(rows.map(row => [row.name, row.is]))
  }
  return catalog
}
