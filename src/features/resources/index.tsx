import { lazy } from 'react'
import { bookableResources as declared } from '../../resources/resources'
import { defineSubject, viewsOf } from '../../show'

export const bookableResources = defineSubject({
  views: {
    ...viewsOf(declared, {
      dialogs: { reassign: lazy(() => import('./ReassignDialog')) },
      inputs: { capacity: lazy(() => import('./CapacityInput')) },
      panel: { Content: lazy(() => import('./WorkPanel')) },
    }),
    [`${declared.name}.actions.addPerson`]: {
      inputs: {
        resourceTypeId: lazy(() => import('./PersonTypeInput')),
        weeklyHours: lazy(() => import('./OwnHoursInput')),
        variantIds: lazy(() => import('./ServicesInput')),
      },
    },
  },
})
