import { type NotificationKey, notificationKeys } from '../../../../src/resources/notificationKeys'
import type { OwnSamples, Place } from '../../../../testing/samples'
import {
  bookingDraft,
  bookingIn,
  seriesDraft,
  seriesIn,
  visitDraft,
  visitIn,
  waitingIn,
  waitlistDraft,
} from './bookingSamples'

let texts = 0

/** A text for a mail that the tenant has none for: there are two dozen. */
const templateDraft = async ({ database }: Place, tenantId: string) => {
  const number = ++texts
  const key = notificationKeys[number % notificationKeys.length] as NotificationKey
  const locale = Math.floor(number / notificationKeys.length) % 2 === 0 ? 'en' : 'de'
  await database.run({ as: 'tenant', tenantId }, db =>
    db
      .deleteFrom('notificationTemplates')
      .where('tenantId', '=', tenantId)
      .where('key', '=', key)
      .where('locale', '=', locale)
      .execute(),
  )
  return { key, locale, subject: 'Sample', body: 'Sample' }
}

/** How records are made whose declarations do not say it all. */
export const samples: OwnSamples = {
  bookings: { draft: bookingDraft, record: bookingIn },
  waitlistEntries: { draft: waitlistDraft, record: waitingIn },
  bookingSeries: { draft: seriesDraft, record: seriesIn },
  visits: { draft: visitDraft, record: visitIn },
  notificationTemplates: { draft: templateDraft },
  // The week's figures are for owners.
  notifications: { values: { key: 'booking_confirmed' } },
  // No bound says that the end comes after the start.
  blocks: { values: { startsAt: '2026-03-02T09:00:00.000Z', endsAt: '2026-03-02T10:00:00.000Z' } },
  // Not any text is an address.
  busyCalendars: { values: { url: 'https://calendar.example/secret.ics' } },
}
