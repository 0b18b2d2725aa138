import { lazy } from 'react'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { customers as declared } from '../../resources/customers'

export const customers = defineSubject({
  views: viewsOf(declared, { screens: { edit: lazy(() => import('./CustomerPage')) } }),
})
