import { lazy } from 'react'
import { customers as declared } from '../../resources/customers'
import { defineSubject, viewsOf } from '../../show'

export const customers = defineSubject({
  views: viewsOf(declared, { screens: { edit: lazy(() => import('./CustomerPage')) } }),
})
