import type { reports as english } from '../../en/features/reports'

export const reports: Readonly<Record<keyof typeof english, string>> = {
  'reports.measure.bookings': 'Buchungen',
  'reports.measure.quantity': 'Einheiten oder Personen',
  'reports.measure.bookedMinutes': 'Gebuchte Zeit',
  'reports.measure.revenue': 'Umsatz',
  'reports.measure.averageValue': 'Durchschnittlicher Wert',
  'reports.measure.paidRevenue': 'Bezahlter Umsatz',
  'reports.measure.cancelled': 'Storniert',
  'reports.measure.cancellationRate': 'Stornoquote',
  'reports.measure.noShows': 'Nicht erschienen',
  'reports.measure.noShowRate': 'Quote der Nichterschienenen',
  'reports.measure.leadTimeMedian': 'Vorlauf (Median)',
  'reports.measure.leadTimeAverage': 'Vorlauf (Mittel)',
  'reports.measure.newCustomers': 'Neue Kunden',
  'reports.measure.returningCustomers': 'Wiederkehrende Kunden',
  'reports.measure.openMinutes': 'Offene Zeit',
  'reports.measure.bookedUnitMinutes': 'Gebuchte Kapazität',
  'reports.measure.utilisation': 'Auslastung',
  'reports.measure.outsideMinutes': 'Außerhalb der offenen Zeit',
  'reports.measure.refused': 'Unerfüllte Anfragen',
  'reports.measure.refusedQuantity': 'Unerfüllte Einheiten oder Personen',
  'reports.definition.refused':
    'Zeiten, die jemand wollte und nicht haben konnte, nach dem gewünschten Beginn: abgelehnte Buchungen und Anfragen, die das Team notiert hat.',
  'reports.definition.refusedQuantity': 'Einheiten oder Personen dieser Anfragen.',
  'reports.definition.bookings':
    'Buchungen, die im Zeitraum beginnen: wartende, bestätigte, abgeschlossene und solche, zu denen niemand kam.',
  'reports.definition.quantity': 'Einheiten oder Personen dieser Buchungen.',
  'reports.definition.bookedMinutes':
    'Vom Beginn bis zum Ende dieser Buchungen, je einmal, ohne Vor- und Nachbereitung.',
  'reports.definition.revenue':
    'Summen der bestätigten und abgeschlossenen Buchungen und derer, zu denen niemand kam, außer erstatteten.',
  'reports.definition.averageValue': 'Umsatz geteilt durch die Zahl seiner Buchungen.',
  'reports.definition.paidRevenue': 'Der bezahlte Teil des Umsatzes.',
  'reports.definition.cancelled': 'Stornierte Buchungen, die mehr als vorgemerkt waren.',
  'reports.definition.cancellationRate':
    'Stornierte Buchungen geteilt durch alle Buchungen, die stornierten eingeschlossen.',
  'reports.definition.noShows': 'Buchungen, zu denen niemand kam.',
  'reports.definition.noShowRate': 'Nicht Erschienene geteilt durch abgeschlossene Buchungen und nicht Erschienene.',
  'reports.definition.leadTimeMedian':
    'Der Median der Zeit vom Buchen bis zum Beginn, bei vor ihrem Beginn gemachten Buchungen.',
  'reports.definition.leadTimeAverage':
    'Das Mittel der Zeit vom Buchen bis zum Beginn, bei vor ihrem Beginn gemachten Buchungen.',
  'reports.definition.newCustomers': 'Kunden, deren allererste Buchung im Zeitraum beginnt.',
  'reports.definition.returningCustomers': 'Kunden mit einer Buchung im Zeitraum und einer davor.',
  'reports.definition.openMinutes':
    'Offene Zeit der Ressourcen mal ihre Kapazität, nach Sperren und geänderter Kapazität.',
  'reports.definition.bookedUnitMinutes': 'Was Buchungen von der offenen Zeit belegen, ohne Vor- und Nachbereitung.',
  'reports.definition.utilisation': 'Gebuchte Kapazität geteilt durch offene Zeit.',
  'reports.definition.outsideMinutes':
    'Was Buchungen außerhalb der offenen Zeit oder über die Kapazität hinaus belegen.',
}
