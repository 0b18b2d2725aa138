/** Pages of the settings under one heading, by path. */
export interface SettingsGroup {
  /** As in the text `settings.group.{key}`. */
  key: string
  pages: readonly string[]
}

/** Pages without a group go to `business`. */
export const settingsGroups: readonly SettingsGroup[] = [
  { key: 'business', pages: [] },
  { key: 'team', pages: ['/settings/members', '/settings/audit-log'] },
  {
    key: 'connections',
    pages: ['/settings/webhooks', '/settings/api-keys', '/settings/events', '/settings/problems'],
  },
]

const bare = (path: string): string => path.replace(/\/+$/, '')

export const inGroups = <P extends { to: string }>(
  groups: readonly SettingsGroup[],
  pages: readonly P[],
): { key: string; pages: P[] }[] => {
  const known = new Set(groups.flatMap(group => group.pages.map(bare)))
  return groups
    .map(group => ({
      key: group.key,
      pages: [
        ...group.pages.flatMap(path => pages.filter(({ to }) => bare(to) === bare(path))),
        ...(group.key === 'business' ? pages.filter(({ to }) => !known.has(bare(to))) : []),
      ],
    }))
    .filter(group => group.pages.length > 0)
}
