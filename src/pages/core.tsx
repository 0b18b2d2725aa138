import { lazy } from 'react'
import { Route } from 'react-router'
import { config } from '../config'
import { apiKeys, deadLetters, invitations, inYears, keyYears, platformLog, tenants, users, webhooks } from '../core'
import { viewsOf } from '../crud/views'
import { defineSubject } from '../layout/product'
import { formatInstant } from '../time/formatInstant'
import { MINUTE } from '../time/instant'

const SuperAdminPage = lazy(() => import('./superadmin/SuperAdminPage'))
const SettingsPage = lazy(() => import('./settings/SettingsPage'))
const MembersPage = lazy(() => import('./settings/MembersPage'))
const TenantViews = lazy(() => import('./superadmin/TenantViews'))
const InvitationsPage = lazy(() => import('./invitations/InvitationsPage'))
const ArchivePage = lazy(() => import('./archive/ArchivePage'))
const AuditLogPage = lazy(() => import('./audit/AuditLogPage'))

const TenantNotice = lazy(async () => ({ default: (await import('./invitations/InvitationsPage')).MyInvitations }))

export const core = defineSubject({
  screens: (
    <>
      <Route path="/superadmin" element={<SuperAdminPage />} />
      <Route path="/settings" element={<SettingsPage />} />
      <Route path="/settings/members" element={<MembersPage />} />
      <Route path="/settings/invitations" element={<InvitationsPage />} />
      <Route path="/settings/audit-log" element={<AuditLogPage />} />
      <Route path="/settings/archive" element={<ArchivePage />} />
    </>
  ),
  views: {
    ...viewsOf(tenants, {
      ...{ Summary: TenantViews, Effect: TenantViews },
      // Without mail, there are no invitations.
      ...(!config.canInvite && { panel: { Content: () => null, shows: [invitations] } }),
    }),
    ...viewsOf(users, { panel: { Content: lazy(() => import('./superadmin/UserPanels')) } }),
    ...viewsOf(platformLog, { cells: { device: lazy(() => import('./platformLog/DeviceCell')) } }),
    ...viewsOf(apiKeys, {
      startingValues: () => ({
        expiresAt: formatInstant(Math.floor(inYears(keyYears.usual, Date.now()) / MINUTE) * MINUTE),
      }),
      Created: lazy(() => import('./apiKeys/CreatedKey')),
    }),
    ...viewsOf(webhooks, { slots: { page: lazy(() => import('./webhooks/WebhookHealth')) } }),
    ...viewsOf(deadLetters, { cells: { subjectType: lazy(() => import('./problems/SubjectCell')) } }),
  },
  tenantNotice: <TenantNotice />,
  palette: lazy(() => import('./settings/SettingsOffers')),
})
