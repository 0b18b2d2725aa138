import { sql } from 'kysely'
import type { Transaction } from '../db/database'

export interface Named {
  texts: readonly string[]
  phones: readonly string[]
}

/** Removes people from refused rows and samples, which no record links to. */
export const forgetInFiles = async (db: Transaction, { texts, phones }: Named): Promise<void> => {
  const said = texts.map(text => text.trim().toLowerCase())
  const digits = phones.map(phone => phone.replace(/\D/g, ''))
  // Files may write numbers without the country.
  const isNamed = sql`(lower(btrim(cell)) = any(${said}::text[]) or exists (
    select from unnest(${digits}::text[]) as number, ltrim(regexp_replace(cell, '\\D', '', 'g'), '0') as written
    where length(written) >= 6 and right(number, length(written)) = written))`
  await sql`
    update import_rows set key = null, changes = '{}', cells = null
    where tenant_id = current_tenant_id() and record_id is null and cells is not null
    and exists (select from jsonb_array_elements_text(cells) as cell where ${isNamed})`.execute(db)
  await sql`
    update imports set columns = (
      select jsonb_agg(heading || '{"samples": []}' order by place)
      from jsonb_array_elements(columns) with ordinality as headings (heading, place))
    where tenant_id = current_tenant_id() and exists (
      select from jsonb_array_elements(columns) as heading, jsonb_array_elements_text(heading -> 'samples') as cell
      where ${isNamed})`.execute(db)
}
