import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '../../../src/contract/auditEntry'
import { channels } from '../../../src/resources/channels'
import type { Role } from '../../../src/schema'
import { apiUrl, chooseDelete, startNetwork } from '../support'
import { auditEntry, auditLogApi } from './support/auditEntries'
import { channel, channelsApi } from './support/channelsApi'
import { renderScreens } from './support/renderScreens'

const server = startNetwork()
// The first screen brings most of the application: not on the first test's time.
beforeAll(async () => {
  await Promise.all([
    import('../../../src/crud/list/ListScreen'),
    import('../../../src/crud/form/FormDialog'),
    import('../../../src/crud/form/DeleteDialog'),
    import('../../../src/crud/history/RecordHistory'),
  ])
}, 60_000)

const open = async (entries: readonly AuditEntry[], role: Role = 'admin') => {
  const phone = channel({ name: 'Phone' })
  const log = auditLogApi(entries)
  server.use(...channelsApi([phone]).handlers, ...log.handlers)
  const { user } = renderScreens({ path: `/setup/channels/?edit=${phone.id}`, resources: [channels], role })
  const dialog = within(await screen.findByRole('dialog', { name: /Channel/ }))
  await dialog.findByText('Active')
  return { phone, log, user, dialog }
}
const read = async (entries: readonly AuditEntry[]) => {
  const opened = await open(entries)
  await opened.user.click(await opened.dialog.findByRole('button', { name: 'History' }))
  return opened
}

it('says on a record who changed what when, by the fields’ names and in their manner', async () => {
  const { log, phone, dialog } = await read([
    auditEntry({
      action: 'updated',
      changes: { kind: { from: 'online', to: 'walk_in' }, isActive: { from: true, to: false } },
      reason: 'Closed for the winter',
    }),
    auditEntry({
      at: '2026-03-01T07:00:00.000Z',
      action: 'created',
      actor: { type: 'system', id: null, name: null },
      changes: { name: { from: null, to: 'Phone' }, description: { from: null, to: null } },
    }),
  ])
  const [changed, created] = (await dialog.findAllByRole('article')).map(article => within(article))
  expect(changed?.getByText('Grace Hopper')).toBeInTheDocument()
  // An hour later than in UTC: the tenant is in Berlin.
  expect(changed?.getByText('Mar 2, 2026, 10:30')).toBeInTheDocument()
  expect(changed?.getByText('Reason: Closed for the winter')).toBeInTheDocument()
  const values = (article: typeof changed) => article?.getAllByRole('definition').map(each => each.textContent)
  expect(changed?.getAllByRole('term').map(term => term.textContent)).toEqual(['Kind', 'Active'])
  expect(values(changed)).toEqual(['Online→ became Walk-in', 'Yes→ became No'])
  expect(created?.getByText('System')).toBeInTheDocument()
  expect(values(created)).toEqual(['Phone', 'Removed to protect a person'])
  expect(log.requests.map(({ searchParams }) => searchParams.toString())).toEqual([
    `entityType=channels&entityId=${phone.id}&page=1&perPage=10`,
  ])
})

it('goes on where there is more', async () => {
  const entries = Array.from({ length: 12 }, (_, index) =>
    auditEntry({ changes: { description: { from: null, to: `Version ${index}` } } }),
  )
  const { user, dialog } = await read(entries)
  expect(await dialog.findByText('Version 9')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Show more' }))
  expect(await dialog.findByText('Version 11')).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

it('says so when there is nothing, or when it could not be read', async () => {
  const { user, dialog, log } = await open([])
  server.use(
    http.get(`${apiUrl}/audit-log`, () => HttpResponse.json({ detail: 'Out of order' }, { status: 500 }), {
      once: true,
    }),
  )
  expect(log.requests).toEqual([])
  await user.click(await dialog.findByRole('button', { name: 'History' }))
  expect(await dialog.findByText('Out of order')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('No changes yet.')).toBeInTheDocument()
})

it('is for owners and admins', async () => {
  const { dialog } = await open([auditEntry()], 'staff')
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument())
  expect(dialog.queryByRole('button', { name: 'History' })).not.toBeInTheDocument()
})

it('a record that is used says so before anybody is asked whether to delete it', async () => {
  const { user, dialog, phone } = await open([])
  const usedBy = [
    { resource: 'bookings', count: 4, records: [{ id: 'b1', name: 'K7PQ2M3X', params: {} }] },
    { resource: 'variants', count: 1, records: [{ id: 'v1', name: 'Short', params: { catalogItemId: 'i1' } }] },
  ]
  server.use(
    http.get(`${apiUrl}/channels/${phone.id}/usage`, () => HttpResponse.json({ usedBy, refusal: null, cascade: [] }), {
      once: true,
    }),
  )
  await chooseDelete(user, dialog)
  const kept = within(await screen.findByRole('alertdialog', { name: 'Phone cannot be deleted' }))
  expect(kept.getByRole('alert')).toHaveTextContent('4 Bookings: K7PQ2M3X and 3 more')
  expect(await kept.findByRole('link', { name: 'K7PQ2M3X' })).toHaveAttribute('href', '/bookings/b1')
  expect(await kept.findByRole('link', { name: 'Short' })).toHaveAttribute(
    'href',
    '/setup/catalog/i1/edit?variants.edit=v1',
  )
  expect(kept.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  await user.click(kept.getByRole('button', { name: 'Close' }))

  server.use(
    http.get(`${apiUrl}/channels/${phone.id}/usage`, () =>
      HttpResponse.json({
        usedBy: [],
        refusal: 'The back office is where your own bookings come from.',
        cascade: [],
      }),
    ),
  )
  await chooseDelete(user, dialog)
  expect(await screen.findByText('The back office is where your own bookings come from.')).toBeInTheDocument()
  expect(screen.getAllByRole('alertdialog').at(-1)).toHaveAccessibleName('Phone cannot be deleted')
  await user.click(screen.getByRole('button', { name: 'Close' }))

  const cascade = [{ resource: 'timeslots', count: 12 }]
  server.use(
    http.get(`${apiUrl}/channels/${phone.id}/usage`, () => HttpResponse.json({ usedBy: [], refusal: null, cascade })),
  )
  await chooseDelete(user, dialog)
  expect(await screen.findByText('12 Timeslots')).toBeInTheDocument()
  expect(
    within(screen.getByRole('alertdialog', { name: 'Delete Phone?' })).getByRole('button', { name: 'Delete' }),
  ).toBeEnabled()
})

it('shows all that was changed at once before it takes it back', async () => {
  const changes = { description: { from: null, to: 'By phone' } }
  const entry = auditEntry({ action: 'updated', changes, requestId: 'both' })
  const asked: string[] = []
  const refused = { ok: false, code: 'conflict', detail: 'Ada has changed it since.', entityLabel: 'Website' }
  server.use(
    http.post(`${apiUrl}/audit-log/${entry.id}/take-back`, () =>
      HttpResponse.json({ ...entry, changes: { description: { from: 'By phone', to: null } } }),
    ),
    http.post(`${apiUrl}/audit-log/take-back`, ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.toString())
      const done = { id: entry.entityId, ok: true }
      const written = { entityLabel: 'Phone', changes: { description: { from: 'By phone', to: 'Calls' } } }
      return HttpResponse.json(
        searchParams.get('dryRun') === 'true'
          ? [
              { ...done, ...written },
              { id: crypto.randomUUID(), ...refused },
            ]
          : [done],
      )
    }),
  )
  const { user, dialog } = await read([entry])
  await user.click(await dialog.findByRole('button', { name: 'Take back' }))
  const one = within(await screen.findByRole('alertdialog', { name: /^Take back the change/ }))
  await user.click(await one.findByRole('button', { name: 'See all that changed at once' }))
  const many = within(await screen.findByRole('alertdialog', { name: 'Take back 1 change?' }))
  const [phone, website] = many.getAllByRole('listitem').map(item => item.textContent)
  expect(phone).toMatch(/^Phone.*By phone→ became Calls/)
  expect(website).toBe('WebsiteAda has changed it since.')
  await user.click(many.getByRole('button', { name: 'Take All Back' }))
  expect(await screen.findByText('Undone')).toBeInTheDocument()
  const query = `requestId=both&entityType=channels&actorId=${entry.actor.id}`
  expect(asked).toEqual([`${query}&dryRun=true`, `${query}&dryRun=false`])
})
