import { lazy } from 'react'
import { platformLog as declared } from '../../core'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'

export const platformLog = defineSubject({
  views: viewsOf(declared, { cells: { device: lazy(() => import('./DeviceCell')) } }),
})
