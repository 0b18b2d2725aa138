import type { tenant as english } from '../../en/machine/tenant'

export const tenant: Readonly<Record<keyof typeof english, string>> = {
  'tenant.switch': 'Mandant wechseln',
  'tenant.search': 'Mandanten suchen …',
  'tenant.list': 'Mandanten',
  'tenant.active': 'Aktiv',
  'tenant.select': 'Mandant wählen',
  'tenant.none': 'Keine Mandanten gefunden',
  'tenant.failed': 'Mandanten konnten nicht geladen werden',
  'tenant.refresh': 'Bitte laden Sie die Seite neu',
  'tenant.error': 'Mandant konnte nicht geladen werden',
  'tenant.loading': 'Mandanten werden geladen …',
  'tenant.close': 'Schließen',
  'tenant.switching': 'Wechsel zu %{name} …',
  'tenant.switched': 'Gewechselt zu %{name}',
  'tenant.leave': 'Zur Auswahl der Mandanten',
  'tenant.leaving': 'Wechsel zur Auswahl der Mandanten …',
  'tenant.left': 'Wählen Sie den Mandanten, in dem Sie arbeiten möchten',
}
