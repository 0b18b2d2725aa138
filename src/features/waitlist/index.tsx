import { lazy } from 'react'
import { waitlistEntries } from '../../resources/waitlistEntries'
import { defineSubject, viewsOf } from '../../show'

const withoutTick = { inputs: { notify: () => null } }

export const waitlist = defineSubject({
  views: {
    ...viewsOf(waitlistEntries, {
      cells: {
        windows: lazy(() => import('./WindowsCell')),
        variantId: lazy(() => import('./VariantCell')),
      },
      inputs: {
        variantId: lazy(() => import('./VariantInput')),
        windows: lazy(() => import('./WindowsInput')),
      },
      panel: { Content: lazy(() => import('./EntryOffers')), isFirst: true },
      Summary: lazy(() => import('./EntrySummary')),
      historyPath: '/bookings/waitlist/{id}/history',
    }),
    // The summary has this checkbox.
    ...Object.fromEntries(['offer', 'accept'].map(name => [`${waitlistEntries.name}.actions.${name}`, withoutTick])),
  },
})
