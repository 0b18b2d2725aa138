import { sql } from 'kysely'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Transaction } from '../../serve'

interface Contact {
  address: { country?: string | null } | null
  contactPhone: string | null
}

export const phoneCountryOf = ({ address, contactPhone }: Contact): CountryCode | null => {
  const country = address?.country ?? (contactPhone ? parsePhoneNumberFromString(contactPhone)?.country : null)
  return country && isSupportedCountry(country) ? country : null
}

export const findPhoneCountry = async (db: Transaction, tenantId: string): Promise<CountryCode | null> => {
  const { rows } = await sql<Contact>`select address, contact_phone from tenants where id = ${tenantId}`.execute(db)
  return rows[0] ? phoneCountryOf(rows[0]) : null
}
