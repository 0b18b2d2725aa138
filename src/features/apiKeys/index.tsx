import { lazy } from 'react'
import { inYears, keyYears } from '../../core'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { apiKeys as declared } from '../../resources/apiKeys'
import { formatInstant } from '../../time/formatInstant'
import { MINUTE } from '../../time/instant'

export const apiKeys = defineSubject({
  views: viewsOf(declared, {
    startingValues: () => ({ expiresAt: formatInstant(Math.floor(inYears(keyYears.usual) / MINUTE) * MINUTE) }),
    Created: lazy(() => import('./CreatedKey')),
  }),
})
