import { lazy } from 'react'
import { customers as declared } from '../../resources/customers'
import { tenants } from '../../resources/tenants'
import { defineSubject, viewsOf } from '../../show'

const PhoneInput = lazy(() => import('./PhoneInput'))

export const customers = defineSubject({
  views: {
    ...viewsOf(declared, {
      cells: { phone: lazy(() => import('./PhoneCell')) },
      inputs: { phone: PhoneInput },
      screens: { edit: lazy(() => import('./CustomerPage')) },
    }),
    ...viewsOf(tenants, { inputs: { contactPhone: PhoneInput } }),
  },
})
