export const settingsGroups = [
  { key: 'business', pages: ['/settings/tenant', '/settings/branding', '/settings/booking-policy'] },
  { key: 'team', pages: ['/settings/members', '/settings/audit-log'] },
  { key: 'mails', pages: ['/settings/mail-texts', '/settings/notifications', '/settings/messages'] },
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
