import { customers } from '../../../src/resources/customers'
import { actionsFor, type ResourceHooks } from '../../serve'
import { announceNoted } from '../bookings/bookingScope'
import { anonymizeCustomer } from './anonymize'
import { mergeCustomers } from './merge'

export const customerActionsHooks: ResourceHooks = {
  actions: actionsFor(customers, { merge: mergeCustomers, anonymize: anonymizeCustomer }),
  aroundAction: async (request, work) => {
    const record = await work()
    announceNoted(request)
    return record
  },
}
