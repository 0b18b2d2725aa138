import { lazy } from 'react'
import { Route } from 'react-router'
import { config } from '../../config'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { invitations as declared } from '../../resources/invitations'
import { tenants } from '../../resources/tenants'

const InvitationsPage = lazy(() => import('./InvitationsPage'))
const MyInvitations = lazy(async () => ({ default: (await import('./InvitationsPage')).MyInvitations }))

export const invitations = defineSubject({
  screens: <Route path="/settings/invitations" element={<InvitationsPage />} />,
  // Without mail there are no invitations.
  views: config.canInvite ? {} : viewsOf(tenants, { panel: { Content: () => null, shows: [declared] } }),
  tenantNotice: <MyInvitations />,
})
