import { lazy } from 'react'
import { calendarFeeds as declared } from '../../resources/calendarFeeds'
import { defineSubject, viewsOf } from '../../show'

export const calendarFeeds = defineSubject({
  views: viewsOf(declared, {
    inputs: { membershipId: lazy(() => import('./MemberInput')) },
    dialogs: { rotate: lazy(() => import('./RotateDialog')) },
    Created: lazy(() => import('./CreatedFeed')),
  }),
})
