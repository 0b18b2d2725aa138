import { lazy } from 'react'
import { channels } from '../../resources/channels'
import { resourceRules } from '../../resources/resourceRules'
import { bookableResources } from '../../resources/resources'
import { schedules } from '../../resources/schedules'
import { tenantSettings } from '../../resources/tenantSettings'
import { tenants } from '../../resources/tenants'
import { variants } from '../../resources/variants'
import { defineSubject, UnaskedWrite } from '../../show'

const Effect = lazy(() => import('./WhatIf'))

const BeforeWrite = lazy(async () => {
  try {
    return await import('./BeforeWrite')
  } catch {
    return { default: UnaskedWrite }
  }
})

const both = [bookableResources, resourceRules, variants, channels, schedules]

export const whatIf = defineSubject({
  views: {
    ...Object.fromEntries(both.map(({ name }) => [name, { Effect, BeforeWrite }])),
    [tenants.name]: { BeforeWrite },
    [tenantSettings.name]: { Effect },
  },
})
