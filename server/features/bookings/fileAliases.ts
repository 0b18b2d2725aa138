export const fileAliases = {
  variantId: ['Service', 'Service name', 'Leistung', 'Appointment type', 'Event type'],
  resourceIds: ['Resource', 'Resources', 'Calendar', 'Provider', 'Host', 'Staff', 'Ressource', 'Mitarbeiter'],
  customerName: ['Customer name', 'Client', 'Client name', 'Guest', 'Kunde', 'Kundenname', 'Name'],
  customerEmail: ['Customer email', 'Email', 'E-mail', 'Client email', 'E-Mail-Adresse'],
  customerPhone: ['Customer phone', 'Phone', 'Telephone', 'Telefon', 'Telefonnummer', 'Mobil'],
  startsAt: ['Start', 'Start time', 'Begin', 'Beginn', 'Von'],
  endsAt: ['End', 'End time', 'Ende', 'Bis'],
  total: ['Price', 'Amount', 'Preis', 'Betrag'],
  bookedAt: ['Booked at', 'Created', 'Created at', 'Gebucht am', 'Erstellt'],
  externalId: ['Booking id', 'Appointment id', 'Buchungsnummer'],
}
