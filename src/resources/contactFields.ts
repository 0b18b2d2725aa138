import { email, locale, longText, phone, text, timezone } from '../declare'

/** A customer's, also when booking for a new one. `notifications.recipient` and `untoldMove` show the address to staff, too. */
export const contactFields = {
  name: text({ required: true }),
  email: email({ unique: true, label: 'E-mail', readRole: 'staff' }),
  phone: phone({ readRole: 'staff' }),
  locale: locale({ label: 'Language' }),
  timeZone: timezone(),
  notes: longText({ max: 5000, readRole: 'staff' }),
}
