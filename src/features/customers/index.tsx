import { lazy } from 'react'
import { customers as declared } from '../../resources/customers'
import { defineSubject, viewsOf } from '../../show'

export const customers = defineSubject({
  views: viewsOf(declared, {
    cells: { phone: lazy(() => import('./PhoneCell')) },
    inputs: { phone: lazy(() => import('./PhoneInput')) },
    screens: { edit: lazy(() => import('./CustomerPage')) },
  }),
})
