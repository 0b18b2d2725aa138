import { lazy } from 'react'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { calendarFeeds as declared } from '../../resources/calendarFeeds'

export const calendarFeeds = defineSubject({
  views: viewsOf(declared, {
    inputs: { membershipId: lazy(() => import('./MemberInput')) },
    dialogs: { rotate: lazy(() => import('./RotateDialog')) },
    Created: lazy(() => import('./CreatedFeed')),
  }),
})
