/** The groups of settings by path. Declared pages without a group go to `business`. */
export const settingsGroups = [
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
] as const

interface Page {
  to: string
  label: string
}

export interface SettingsGroup {
  key: (typeof settingsGroups)[number]['key']
  pages: Page[]
}

const bare = (path: string): string => path.replace(/\/+$/, '')

/** The visible pages by group, in the order above, without empty groups. */
export const inGroups = (pages: readonly Page[]): SettingsGroup[] => {
  const known = new Set(settingsGroups.flatMap(group => group.pages.map(bare)))
  return settingsGroups
    .map(group => ({
      key: group.key,
      pages: [
        ...group.pages.flatMap(path => pages.filter(({ to }) => bare(to) === bare(path))),
        ...(group.key === 'business' ? pages.filter(({ to }) => !known.has(bare(to))) : []),
      ],
    }))
    .filter(group => group.pages.length > 0)
}
