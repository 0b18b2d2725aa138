import { customers } from '../../../src/resources/customers'
import { actionsFor, type ResourceHooks } from '../../serve'
import { announceNoted } from '../bookings/bookingScope'
import { anonymizeCustomer } from './anonymize'
import { mergeCustomers } from './merge'

const aliases = {
  name: ['Full name', 'Customer name', 'Client', 'Kundenname'],
  email: ['Mail', 'Email address', 'E-Mail-Adresse'],
  phone: ['Telephone', 'Mobile', 'Tel', 'Cell', 'Phone number', 'Handy', 'Mobil', 'Telefonnummer'],
  externalId: ['Customer number', 'Client id', 'Kundennummer', 'Kundennr'],
  notes: ['Comments', 'Remarks', 'Bemerkungen'],
}

export const customersHooks: ResourceHooks = {
  aliases,
  actions: actionsFor(customers, { merge: mergeCustomers, anonymize: anonymizeCustomer }),
  aroundAction: async (request, work) => {
    const record = await work()
    announceNoted(request)
    return record
  },
}
