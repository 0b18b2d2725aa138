import type { figures as english } from '../../en/machine/figures'

export const figures: Readonly<Record<keyof typeof english, string>> = {
  'figures.title': 'Auf einen Blick',
  'figures.failed': 'Konnte nicht geladen werden',
  'figures.active': '%{count} aktiv',
}
