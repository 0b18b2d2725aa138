import type { Context } from 'hono'
import { sql } from 'kysely'
import type { Transaction } from '../db/database'
import { type AccountRow, findByEmail } from './accounts'
import type { AuthContext } from './authContext'
import { AuthError } from './authError'
import { visitOf } from './knownDevices'
import { parseEmail } from './requestBody'

/** People also type passwords into the address field. */
const addressOrNull = (text: string): string | null => {
  try {
    return parseEmail(text)
  } catch (error) {
    if (error instanceof AuthError) return null
    throw error
  }
}

const reasonOf = (code: string, account: AccountRow | undefined, { admitsDemo }: AuthContext): string | null => {
  if (account?.isDemo && !admitsDemo) return 'demo_account'
  return code === 'invalid_credentials' ? null : code
}

/** The database logs successful sign-ins (`0008_platform_log.sql`). */
export const noteRefusal = async (context: AuthContext, c: Context, email: string, error: AuthError): Promise<void> => {
  if (error.status === 429) return
  const { network, userAgent } = visitOf(context, c)
  const kind = error.code === 'invalid_credentials' ? 'sign_in_failed' : 'sign_in_refused'
  await context.run(async (trx: Transaction) => {
    const account = await findByEmail(trx, email)
    const address = account?.email ?? addressOrNull(email)
    const reason = reasonOf(error.code, account, context)
    await sql`select note_in_platform_log(${kind}, null, ${account?.id ?? null}::uuid, ${address}, null, null, ${reason},
      ${network}, ${userAgent})`.execute(trx)
  })
}
