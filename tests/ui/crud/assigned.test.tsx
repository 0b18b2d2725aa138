import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { catalogItems } from '../../../src/resources/catalogItems'
import { resourceRules } from '../../../src/resources/resourceRules'
import { bookableResources } from '../../../src/resources/resources'
import { variants } from '../../../src/resources/variants'
import { type AnyResource, defaultsOf } from '../../../src/schema'
import { apiUrl, startNetwork } from '../support'
import { renderScreens } from './support/renderScreens'

const server = startNetwork()
const at = '2026-03-01T08:00:00.000Z'
const uuid = (n: number) => `0197c0de-0000-7000-8000-${String(n).padStart(12, '0')}`

const record = (resource: AnyResource, n: number, values: object) => ({
  ...defaultsOf(resource),
  ...{ id: uuid(n), createdAt: at, updatedAt: at, version: 1 },
  ...values,
})
const chairs = ['Anna', 'Ben', 'Cleo'].map((name, i) =>
  record(bookableResources, 11 + i, { name, code: `c${i}`, resourceTypeId: uuid(90), capacity: 1, partCount: 0 }),
)
const [anna, ben, cleo] = chairs.map(({ id }) => id)
const item = record(catalogItems, 1, { name: 'Haircut', slug: 'haircut', variantCount: 2, fromPrice: null })
const price = { amount: 3000, currency: 'EUR' }
const cuts = ['Short', 'Long'].map((name, i) =>
  record(variants, 21 + i, { catalogItemId: item.id, name, price, sortOrder: i }),
)
const rules = ['Lunch', 'Holidays'].map((name, i) =>
  record(resourceRules, 31 + i, { name, ruleType: 'min_notice', parameters: { minutes: 60 } }),
)

const listOf = (records: object[]) =>
  HttpResponse.json(records, { headers: { 'X-Total-Count': String(records.length) } })

/** Answers lists by `ids` where they are asked for, one record by its id, and notes what is written. */
const api = () => {
  const sent: { method: string; path: string; body: unknown }[] = []
  const stored = new Map(Object.entries({ [cuts[0]?.id ?? '']: [anna, ben] as (string | undefined)[] }))
  const note = async (request: Request) => {
    const body = (await request.clone().json()) as Record<string, unknown>
    sent.push({ method: request.method, path: new URL(request.url).pathname.replace('/api', ''), body })
    return body
  }
  const list = (path: string, records: { id: string }[]) => [
    http.get(`${apiUrl}${path}`, ({ request }) => {
      const ids = new URL(request.url).searchParams.getAll('ids')
      return listOf(records.filter(({ id }) => ids.length === 0 || ids.includes(id)))
    }),
    http.get(`${apiUrl}${path}/:id`, ({ params }) => {
      const found = records.find(({ id }) => id === params.id)
      return found ? HttpResponse.json(found) : new HttpResponse(null, { status: 404 })
    }),
    http.post(`${apiUrl}${path}`, async ({ request }) =>
      HttpResponse.json({ ...record(variants, 29, {}), ...(await note(request)) }, { status: 201 }),
    ),
    http.patch(`${apiUrl}${path}/:id`, async ({ request, params }) =>
      HttpResponse.json({
        id: params.id,
        ...records.find(({ id }) => id === params.id),
        ...(await note(request)),
        version: 2,
      }),
    ),
  ]
  const assigned = `${apiUrl}/catalog-items/:item/variants/:id/resources`
  server.use(
    http.get(assigned, ({ params }) =>
      HttpResponse.json(
        (stored.get(String(params.id)) ?? []).map((resourceId, priority) => ({ resourceId, priority })),
      ),
    ),
    http.put(assigned, async ({ request }) => {
      await note(request)
      return HttpResponse.json([])
    }),
    http.get(`${apiUrl}/catalog-items/:item/readiness`, () =>
      HttpResponse.json({
        isBookable: false,
        missing: [
          {
            code: 'resource',
            text: 'Assign an active resource to a variant first',
            variantId: uuid(22),
            variantName: 'Long',
          },
        ],
      }),
    ),
    http.get(`${apiUrl}/resources/:id/rules`, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.has('effective')
          ? [
              { ...rules[0], via: 'resource' },
              { ...rules[1], via: 'type' },
            ]
          : [rules[0]],
      ),
    ),
    http.put(`${apiUrl}/resources/:id/rules`, async ({ request }) => {
      await note(request)
      return HttpResponse.json([])
    }),
    ...list(`/catalog-items/${item.id}/variants`, cuts),
    ...list('/bookings/resource-rules', rules),
    ...list('/catalog-items', [item]),
    ...list('/resources/types', []),
    ...list('/resources', chairs),
    ...list('/schedules', []),
    ...list('/channels', []),
  )
  return sent
}

const resources = [catalogItems, variants, bookableResources, resourceRules]
const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(row => row.textContent?.replace(/^\d+/, ''))

const openVariant = async () => {
  const sent = api()
  const { user } = renderScreens({ path: `/setup/catalog/${item.id}/edit`, resources })
  const list = within(await screen.findByRole('region', { name: 'Variants' }))
  await user.click(await list.findByRole('link', { name: 'Short' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Variant' }))
  await waitFor(async () =>
    expect(names(await dialog.findByRole('list', { name: 'Resources' }))).toEqual(['Anna', 'Ben']),
  )
  return { sent, user, dialog, order: () => names(dialog.getByRole('list', { name: 'Resources' })) }
}

it('phases of a variant are a bar that says what is missing until they add up', async () => {
  const { user, dialog } = await openVariant()
  await user.click(dialog.getByRole('button', { name: /^More/ }))
  const said = () => dialog.getAllByRole('status').map(({ textContent }) => textContent)
  for (const [minutes, expected] of [
    ['20', '20 of 60 minutes: 40 are missing.'],
    ['40', 'Adds up to 60 minutes. Dashed: what is free for others meanwhile.'],
    ['5', '65 of 60 minutes: 5 too many.'],
  ] as const) {
    await user.click(await dialog.findByRole('button', { name: 'Add Phase' }))
    await user.type(dialog.getAllByRole('spinbutton', { name: 'Minutes' }).at(-1) as HTMLElement, minutes)
    await waitFor(() => expect(said()).toContain(expected))
  }
})

describe('an ordered set', () => {
  it('is added to, moved by keyboard and by buttons, and saved with its record', async () => {
    const { sent, user, dialog, order } = await openVariant()
    await user.type(dialog.getByRole('combobox', { name: 'Add Resource' }), 'C')
    expect(await screen.findAllByRole('option')).toHaveLength(1)
    await user.click(screen.getByRole('option', { name: 'Cleo' }))
    await waitFor(() => expect(order()).toEqual(['Anna', 'Ben', 'Cleo']))

    const handle = dialog.getByRole('button', { name: /^Move Cleo,/ })
    handle.focus()
    await user.keyboard('{ArrowUp}')
    expect(order()).toEqual(['Anna', 'Cleo', 'Ben'])
    expect(dialog.getByText('Cleo is now 2 of 3')).toBeInTheDocument()
    expect(handle).toHaveFocus()
    await user.click(dialog.getByRole('button', { name: 'Move Anna down' }))
    await user.click(dialog.getByRole('button', { name: 'Remove Ben' }))
    expect(order()).toEqual(['Cleo', 'Anna'])

    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Variant updated successfully')
    const body = {
      resources: [
        { resourceId: cleo, priority: 0 },
        { resourceId: anna, priority: 1 },
      ],
    }
    const path = `/catalog-items/${item.id}/variants/${cuts[0]?.id}/resources`
    expect(sent).toEqual([{ method: 'PUT', path, body }])
  })

  it('is not lost, nor is its record made twice, when it is refused after a new record was written', async () => {
    const sent = api()
    let isRefusing = true
    const { user } = renderScreens({ path: `/setup/catalog/${item.id}/edit`, resources })
    const list = within(await screen.findByRole('region', { name: 'Variants' }))
    await user.click(await list.findByRole('link', { name: 'New Variant' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New Variant' }))
    server.use(
      http.put(`${apiUrl}/catalog-items/:item/variants/:id/resources`, () => {
        const refusal = HttpResponse.json({ detail: 'Not now.' }, { status: 409 })
        return isRefusing ? refusal : HttpResponse.json([])
      }),
    )
    await user.type(await dialog.findByRole('textbox', { name: /^Price/ }), '30')
    await user.click(await dialog.findByRole('combobox', { name: 'Add Resource' }))
    await user.click(await screen.findByRole('option', { name: 'Anna' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Not now.')).toBeInTheDocument()
    isRefusing = false
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('is only shown to whoever may not change it', async () => {
    api()
    const { user } = renderScreens({ path: `/setup/catalog/${item.id}/edit`, resources, role: 'viewer' })
    const list = within(await screen.findByRole('region', { name: 'Variants' }))
    await user.click(await list.findByRole('link', { name: 'Short' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Variant' }))
    expect(await dialog.findByRole('list', { name: 'Resources' })).toHaveTextContent('Anna')
    expect(dialog.queryByRole('button', { name: /^Move|^Remove/ })).toBeNull()
    expect(dialog.queryByRole('combobox', { name: 'Add Resource' })).toBeNull()
  })
})

describe('variants', () => {
  it('are loaded with their item, before its form is there', async () => {
    api()
    let answer: () => void = () => {}
    const asked = new Promise<void>(resolve => {
      server.use(
        http.get(`${apiUrl}/catalog-items/${item.id}/variants`, async () => {
          resolve()
          await new Promise<void>(go => {
            answer = go
          })
        }),
      )
    })
    renderScreens({ path: `/setup/catalog/${item.id}/edit`, resources })
    await asked
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(screen.getByText('Loading catalog item...')).toBeInTheDocument()
    expect(screen.queryByRole('textbox')).toBeNull()
    const seen: string[] = []
    const watch = new MutationObserver(() => {
      if (screen.queryByRole('textbox', { name: 'Name' }) && screen.queryByText(/^Loading/))
        seen.push(screen.getByText(/^Loading/).textContent ?? '')
    })
    watch.observe(document.body, { childList: true, subtree: true })
    answer()
    expect(await screen.findByRole('link', { name: 'Short' })).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeInTheDocument()
    watch.disconnect()
    expect(seen).toEqual([])
  })

  it('stand above the details of their item, with its readiness, and the item is activated there', async () => {
    const sent = api()
    const missing = [{ code: 'status', text: 'Set the status to active' }]
    let isActive = false
    server.use(
      http.get(`${apiUrl}/catalog-items/:item/readiness`, () =>
        HttpResponse.json(isActive ? { isBookable: true, missing: [] } : { isBookable: false, missing }),
      ),
      http.post(`${apiUrl}/catalog-items/:item/activate`, () => {
        isActive = true
        return HttpResponse.json({ ...item, status: 'active', version: 2 })
      }),
    )
    const { user } = renderScreens({ path: `/setup/catalog/${item.id}/edit`, resources })
    const name = await screen.findByRole('textbox', { name: 'Name' })
    for (const above of ['Ready to be booked?', 'Variants']) {
      const region = await screen.findByRole('region', { name: above })
      expect(region.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    }
    await user.type(name, ' and wash')
    const banner = within(screen.getByRole('region', { name: 'Ready to be booked?' }))
    await user.click(await banner.findByRole('button', { name: 'Activate' }))
    expect(await screen.findByText('Activated: Haircut')).toBeInTheDocument()
    expect(await banner.findByText('This can be booked')).toBeInTheDocument()
    expect(banner.queryByRole('button')).toBeNull()
    expect(name).toHaveValue('Haircut and wash')
    expect(sent).toEqual([])
  })

  it('show their resources under their name, and the rest of their fields when asked to, or when one is wrong', async () => {
    api()
    const { user } = renderScreens({ path: `/setup/catalog/${item.id}/edit?variants.create=true`, resources })
    const dialog = within(await screen.findByRole('dialog', { name: 'New Variant' }))
    const add = await dialog.findByRole('combobox', { name: 'Add Resource' })
    const price = await dialog.findByRole('textbox', { name: /^Price/ })
    expect(add.compareDocumentPosition(price)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const more = await dialog.findByRole('button', { name: /^More.*Places/ })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    expect(dialog.queryByRole('spinbutton', { name: 'Max quantity' })).toBeNull()
    await user.click(more)
    const most = await dialog.findByRole('spinbutton', { name: 'Max quantity' })
    await user.clear(most)
    await user.type(most, '0')
    await user.click(more)
    expect(dialog.queryByRole('spinbutton', { name: 'Max quantity' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog.getByRole('spinbutton', { name: 'Max quantity' })).toBeInvalid())
    expect(more).toHaveAttribute('aria-expanded', 'true')
  })

  it('stand on the page of their item with their resources, what is missing, and an order that is kept', async () => {
    const sent = api()
    const { user } = renderScreens({ path: `/setup/catalog/${item.id}/edit`, resources })
    const list = within(await screen.findByRole('region', { name: 'Variants' }))
    await waitFor(async () => expect(await list.findByText('Ben')).toBeInTheDocument())
    expect(await screen.findByText(/Long: Assign an active resource/)).toBeInTheDocument()
    await user.click(list.getByRole('button', { name: 'Move Long up' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
      [cuts[1]?.id, { sortOrder: 0 }],
      [cuts[0]?.id, { sortOrder: 1 }],
    ])
  })
})

describe('an unordered set', () => {
  it('shows what is in force besides, and writes its own ids alone', async () => {
    const sent = api()
    const { user } = renderScreens({ path: `/setup/resources/?edit=${ben}`, resources })
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Resource' }))
    expect(await dialog.findByText('through its type')).toBeInTheDocument()
    expect(await dialog.findByRole('link', { name: 'Holidays' })).toBeInTheDocument()
    await user.click(await dialog.findByRole('button', { name: 'Remove Lunch' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Resource updated successfully')
    expect(sent).toEqual([{ method: 'PUT', path: `/resources/${ben}/rules`, body: { ruleIds: [] } }])
  })
})

describe('a rule', () => {
  it('has the fields of its type, with their errors named beside them and in the summary', async () => {
    const sent = api()
    const { user } = renderScreens({ path: '/setup/resource-rules/?create=true', resources })
    const dialog = within(await screen.findByRole('dialog', { name: 'New Resource Rule' }))
    await user.type(await dialog.findByRole('textbox', { name: /^Name/ }), 'Two a day')
    const choose = async (type: string) => {
      await user.click(dialog.getByRole('combobox', { name: /^Type/ }))
      await user.click(await screen.findByRole('option', { name: type }))
    }
    await choose('Minimum notice')
    await user.type(await dialog.findByRole('spinbutton', { name: /^Notice/ }), '5')
    await choose('Booking limit')
    const most = await dialog.findByRole('spinbutton', { name: /^At most/ })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    const summary = within(await dialog.findByRole('alert'))
    expect(summary.getByText('Please check 2 fields')).toBeInTheDocument()
    await user.click(summary.getByRole('link', { name: 'At most' }))
    expect(most).toHaveFocus()
    await user.type(most, '2')
    await user.click(dialog.getByRole('combobox', { name: /^In a/ }))
    await user.click(await screen.findByRole('option', { name: 'Day' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Resource Rule created successfully')
    const parameters = { max: 2, measure: 'bookings', period: 'day', subject: 'resource' }
    expect(sent).toHaveLength(1)
    const body = sent[0]?.body as Record<string, unknown>
    expect(body).toMatchObject({ name: 'Two a day', ruleType: 'booking_limit' })
    expect(body.parameters).toEqual(parameters)
  })
})
