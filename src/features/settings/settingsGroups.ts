import type { SettingsGroup } from '../../show'

export const settingsGroups: readonly SettingsGroup[] = [
  { key: 'account', pages: ['/settings/'] },
  { key: 'business', pages: ['/settings/tenant', '/settings/branding', '/settings/booking-policy'] },
  { key: 'team', pages: ['/settings/members', '/settings/audit-log'] },
  { key: 'mails', pages: ['/settings/notifications', '/settings/mail-texts', '/settings/messages'] },
  {
    key: 'connections',
    pages: [
      '/settings/webhooks',
      '/settings/api-keys',
      '/settings/calendar-feeds',
      '/settings/events',
      '/settings/problems',
    ],
  },
]
