import type { catalog as english } from '../../en/features/catalog'

export const catalog: Readonly<Record<keyof typeof english, string>> = {
  'catalog.readiness.title': 'Buchbar?',
  'catalog.readiness.ready': 'Das kann gebucht werden',
  'catalog.readiness.inactive': 'Alles ist da: Sobald es aktiv ist, kann es gebucht werden',
  'catalog.readiness.notReady': 'Das kann noch nicht gebucht werden',
  'catalog.phases.whole': 'Ergibt %{length} Minuten. Gestrichelt: was währenddessen für andere frei ist.',
  'catalog.phases.short': '%{sum} von %{length} Minuten: %{difference} fehlen.',
  'catalog.phases.long': '%{sum} von %{length} Minuten: %{difference} zu viel.',
  'catalog.allocation.priority': 'Immer, wer in der Liste am weitesten oben steht und frei ist.',
  'catalog.allocation.least_booked': 'Wer in der Woche des Termins am wenigsten ausgelastet ist.',
  'catalog.allocation.rotation': 'Wer dafür am längsten nicht gebucht wurde.',
  'catalog.allocation.weighted': 'Wer in der Woche des Termins am wenigsten ausgelastet ist, gemessen am Gewicht.',
}
