import { lazy } from 'react'
import { Navigate, Route } from 'react-router'
import { config } from './config'
import { inYears, keyYears, platformLog, users } from './core'
import { resourceMessages } from './crud'
import { UnaskedWrite } from './crud/beforeWrite'
import { type Views, viewsOf } from './crud/views'
import { areas } from './features/navigation/areas'
import { AffectedCell } from './features/rules/AffectedCell'
import { TitleCell } from './features/series/TitleCell'
import { productCatalogue } from './i18n/productCatalogue'
import { defineProduct } from './layout/product'
import { registry } from './resources'
import { apiKeys } from './resources/apiKeys'
import { bookingSeries } from './resources/bookingSeries'
import { bookings } from './resources/bookings'
import { calendarFeeds } from './resources/calendarFeeds'
import { catalogItems } from './resources/catalogItems'
import { channels } from './resources/channels'
import { customers } from './resources/customers'
import { deadLetters } from './resources/deadLetters'
import { effects } from './resources/effects'
import { invitations } from './resources/invitations'
import { notificationTemplates } from './resources/notificationTemplates'
import { resourceRules } from './resources/resourceRules'
import { bookableResources } from './resources/resources'
import { schedules } from './resources/schedules'
import { tenantSettings } from './resources/tenantSettings'
import { tenants } from './resources/tenants'
import { timeslots } from './resources/timeslots'
import { variants } from './resources/variants'
import { waitlistEntries } from './resources/waitlistEntries'
import { webhooks } from './resources/webhooks'
import { formatInstant } from './time/formatInstant'
import { MINUTE } from './time/instant'

const RuleCell = lazy(() => import('./features/series/RuleCell'))
const HomePage = lazy(() => import('./features/home/HomePage'))
const AvailabilityPage = lazy(() => import('./features/availability/AvailabilityPage'))
const BookingPage = lazy(() => import('./features/bookings/page/BookingPage'))
const SeriesPage = lazy(() => import('./features/series/SeriesPage'))
const CustomerPage = lazy(() => import('./features/customers/CustomerPage'))
const SetupPage = lazy(() => import('./features/setup/SetupPage'))
const SuperAdminPage = lazy(() => import('./features/superadmin/SuperAdminPage'))
const SettingsPage = lazy(() => import('./features/settings/SettingsPage'))
const MembersPage = lazy(() => import('./features/settings/MembersPage'))
const InvitationsPage = lazy(() => import('./features/invitations/InvitationsPage'))
const AuditLogPage = lazy(() => import('./features/audit/AuditLogPage'))

/** Shows the effect of saving, and asks before it strands bookings. */
const whatIf = {
  Effect: lazy(() => import('./features/whatIf/WhatIf')),
  BeforeWrite: lazy(async () => {
    try {
      return await import('./features/whatIf/BeforeWrite')
    } catch {
      return { default: UnaskedWrite }
    }
  }),
}

/** The notice about invitations to tenants. */
const TenantNotice = lazy(async () => ({
  default: (await import('./features/invitations/InvitationsPage')).MyInvitations,
}))

const toBook = { isBooking: true }

const screens = (
  <>
    <Route path="/" element={<HomePage />} />
    <Route path="/availability" element={<AvailabilityPage />} />
    <Route path="/bookings/new" element={<Navigate to="/availability" state={toBook} replace />} />
    <Route path="/series/new" element={<Navigate to="/availability" state={toBook} replace />} />
    <Route path="/setup" element={<SetupPage />} />
    <Route path="/superadmin" element={<SuperAdminPage />} />
    <Route path="/settings" element={<SettingsPage />} />
    <Route path="/settings/members" element={<MembersPage />} />
    <Route path="/settings/invitations" element={<InvitationsPage />} />
    <Route path="/settings/audit-log" element={<AuditLogPage />} />
  </>
)

const once = <T,>(load: () => Promise<T>): (() => Promise<T>) => {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** Texts of forms' errors, loaded with the forms. */
const loadChecks = once(() => import('./resources/checks'))

const views: Views = {
  ...viewsOf(bookableResources, {
    ...whatIf,
    dialogs: { reassign: lazy(() => import('./features/resources/ReassignDialog')) },
    inputs: { capacity: lazy(() => import('./features/resources/CapacityInput')) },
  }),
  ...viewsOf(resourceRules, { ...whatIf, cells: { affectedResourceCount: AffectedCell } }),
  ...viewsOf(catalogItems, { panel: { Content: lazy(() => import('./features/catalog/Readiness')), isFirst: true } }),
  ...viewsOf(variants, whatIf),
  ...viewsOf(channels, { ...whatIf, inputs: { hasPage: lazy(() => import('./features/channels/PageInput')) } }),
  ...viewsOf(schedules, {
    ...whatIf,
    inputs: { dateOverrides: lazy(() => import('./features/schedules/ScheduleDatesInput')) },
    panel: { Content: lazy(() => import('./features/schedules/ScheduleTimeslots')), shows: [timeslots] },
  }),
  ...viewsOf(notificationTemplates, { inputs: { body: lazy(() => import('./features/notifications/MailBodyInput')) } }),
  ...viewsOf(deadLetters, {
    cells: {
      subjectType: lazy(() => import('./features/problems/SubjectCell')),
      lastError: lazy(() => import('./features/problems/ErrorCell')),
    },
  }),
  ...viewsOf(webhooks, { slots: { page: lazy(() => import('./features/webhooks/WebhookHealth')) } }),
  ...viewsOf(timeslots, {
    questions: { timeslot_booked: lazy(() => import('./features/schedules/BookedTimeslotDialog')) },
  }),
  // Without mail there are no invitations.
  ...viewsOf(tenants, {
    Summary: lazy(() => import('./features/superadmin/TenantGoes')),
    BeforeWrite: whatIf.BeforeWrite,
    inputs: {
      notificationsOff: lazy(() => import('./features/notifications/SentMailsInput')),
      reminderMinutes: lazy(() => import('./features/notifications/RemindersInput')),
    },
    ...(!config.canInvite && { panel: { Content: () => null, shows: [invitations] } }),
  }),
  [tenantSettings.name]: { Effect: whatIf.Effect },
  ...viewsOf(users, { panel: { Content: lazy(() => import('./features/superadmin/UserPanels')) } }),
  ...viewsOf(platformLog, { cells: { device: lazy(() => import('./features/platformLog/DeviceCell')) } }),
  ...viewsOf(apiKeys, {
    startingValues: () => ({ expiresAt: formatInstant(Math.floor(inYears(keyYears.usual) / MINUTE) * MINUTE) }),
    Created: lazy(() => import('./features/apiKeys/CreatedKey')),
  }),
  ...viewsOf(calendarFeeds, {
    inputs: { membershipId: lazy(() => import('./features/calendarFeeds/MemberInput')) },
    dialogs: { rotate: lazy(() => import('./features/calendarFeeds/RotateDialog')) },
    Created: lazy(() => import('./features/calendarFeeds/CreatedFeed')),
  }),
  ...viewsOf(customers, { screens: { edit: CustomerPage } }),
  ...viewsOf(bookingSeries, {
    screens: { edit: SeriesPage },
    cells: { rrule: RuleCell },
    historyPath: '/bookings/series/{id}/history',
    describeEntry: once(async () => (await import('./features/series/describeSeriesEntry')).describeSeriesEntry),
  }),
  ...viewsOf(waitlistEntries, {
    cells: {
      windows: lazy(() => import('./features/waitlist/WindowsCell')),
      variantId: lazy(() => import('./features/waitlist/VariantCell')),
    },
    inputs: { variantId: lazy(() => import('./features/waitlist/VariantInput')) },
    panel: { Content: lazy(() => import('./features/waitlist/EntryOffers')), isFirst: true },
    Summary: lazy(() => import('./features/waitlist/EntrySummary')),
    historyPath: '/bookings/waitlist/{id}/history',
  }),
  // The dialogs have their own tick, beside the mail's address.
  ...Object.fromEntries(
    [
      ...['approve', 'decline', 'cancel', 'restore'].map(name => `${bookings.name}.actions.${name}`),
      ...['offer', 'accept'].map(name => `${waitlistEntries.name}.actions.${name}`),
    ].map(form => [form, { inputs: { notify: () => null } }]),
  ),
  [`${bookings.name}.actions.confirm`]: {
    inputs: {
      notify: () => null,
      // One input for both fields: a known or a new customer.
      customerId: () => null,
      customer: lazy(() => import('./features/bookings/actions/CustomerInput')),
    },
  },
  ...viewsOf(bookings, {
    screens: { edit: BookingPage },
    cells: { title: TitleCell },
    dialogs: {
      reschedule: lazy(() => import('./features/bookings/move/MoveDialog')),
      cancel: lazy(() => import('./features/bookings/CancelDialog')),
    },
    Summary: lazy(() => import('./features/bookings/BookingSummary')),
    historyPath: '/bookings/{id}/history',
    describeEntry: once(async () => (await import('./features/bookings/describeBookingEntry')).describeBookingEntry),
  }),
}

export default defineProduct({
  registry,
  effects,
  catalogue: productCatalogue(resourceMessages(registry.all)),
  areas,
  loadChecks,
  subjects: [{ screens, views, live: bookings, tenantNotice: <TenantNotice /> }],
})
