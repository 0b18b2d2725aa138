import { sql } from 'kysely'
import { type Locale, spokenLocale } from '../../../src/declare'
import type { Subject } from '../../serve'

const texts: Readonly<
  Record<Locale, { subject: string; why: Readonly<Record<'failing' | 'gone', string>>; what: string }>
> = {
  en: {
    subject: 'A webhook was turned off',
    why: {
      failing: 'Nothing has arrived there for days, so nothing more is sent to it:',
      gone: 'Its receiver says that it is gone, so nothing more is sent to it:',
    },
    what: 'You can turn it on again here:',
  },
  de: {
    subject: 'Ein Webhook wurde ausgeschaltet',
    why: {
      failing: 'Seit Tagen kommt dort nichts an, deshalb wird nichts mehr dorthin gesendet:',
      gone: 'Der Empfänger sagt, es gibt ihn nicht mehr, deshalb wird nichts mehr dorthin gesendet:',
    },
    what: 'Hier können Sie ihn wieder einschalten:',
  },
}

/** To the owners, each in their language. */
export const tellWebhookOff: Required<Subject>['tellTurnedOff'] =
  ({ url: siteUrl }) =>
  async (db, tenantId, webhooks) => {
    const { rows: owners } = await sql<{ id: string; email: string; locale: string }>`
      select users.id, users.email, coalesce(users.locale, tenants.locale) as locale
      from memberships join users on users.id = memberships.user_id join tenants on tenants.id = memberships.tenant_id
      where memberships.tenant_id = ${tenantId} and memberships.role = 'owner' and memberships.is_active
      and users.is_active`.execute(db)
    for (const { id, email, locale } of owners) {
      const language = spokenLocale(locale)
      const { subject, why, what } = texts[language]
      for (const webhook of webhooks) {
        // The rest of the address may be a secret, and staff read mails.
        const { host } = new URL(webhook.url)
        const body = `${why[webhook.reason]}\n${host}\n\n${what}\n${siteUrl}/settings/webhooks/${webhook.id}/edit`
        await sql`
          insert into notifications (tenant_id, key, audience, recipient, locale, subject, body, due_at, user_id, is_fixed)
          values (${tenantId}, 'webhook_off', 'staff', ${email}, ${language}, ${subject}, ${body}, now(), ${id}, true)`.execute(
          db,
        )
      }
    }
  }
