import type { demand as english } from '../../en/features/demand'

export const demand: Readonly<Record<keyof typeof english, string>> = {
  'demand.offer': 'Nicht frei? Notieren',
  'demand.title': 'Notieren, was gewünscht war',
  'demand.note': 'Notiz (optional)',
  'demand.customer': 'Wen zurückrufen (optional)',
  'demand.save': 'Notieren',
  'demand.cancel': 'Abbrechen',
  'demand.noted': 'Notiert unter „Unerfüllte Anfragen“.',
  'demand.open': 'Öffnen',
  'demand.variant': 'Variante',
  'demand.free': 'Jetzt frei',
}
