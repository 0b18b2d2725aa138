import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folded, rank, soughtIn } from '../../../src/schema/ranking'
import { makeKey } from '../http/support/apiKeys'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

describeOnDatabase('GET /search', use => {
  let api: TestApi
  let business: Business
  let viewer: Person
  let own: Person
  let mine: string

  const names = (answer: { body: { results: { title: string }[] } }) => answer.body.results.map(({ title }) => title)
  const find = (q: string, { as = business.owner, more = '' }: { as?: Person; more?: string } = {}) =>
    business.get(`/search?q=${encodeURIComponent(q)}${more}`, as)

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
    business = await openBusiness(api)
    const { tenantId } = business
    viewer = await api.addPersonIn(tenantId, 'viewer')
    const room = await business.addResource({ name: 'Anvil room', code: 'anvil' })
    mine = await business.addResource({ name: 'Room of anvils' })
    await business.addRule('min_notice', { minutes: 60 }, { name: 'Anvil notice' })
    await business.addResource({ name: 'Anvil annex', isActive: false })
    const add = (name: string, more: object = {}) => business.add('customers', { name, ...more })
    const john = await add('John Smith', { email: 'boss@gold.test' })
    const jurgen = await add('Jürgen Müller', { phone: '+493012345678' })
    await add('Ghost Writer', { anonymizedAt: '2026-01-01T00:00:00Z' })
    const variantId = await business.addVariant([room, mine], { name: 'Short' })
    const book = (resource: string, customerId: string, reference: string, day: string) =>
      business.addBooking([resource], variantId, [`2026-${day}T09:00:00Z`, `2026-${day}T10:00:00Z`], {
        booking: { reference, customerId },
      })
    await book(room, john, 'JOHNPAST', '02-02')
    await book(room, john, 'JOHNFAR1', '03-09')
    await book(room, john, 'JOHNNEAR', '03-02')
    await book(mine, jurgen, 'JURGEN01', '03-03')
    own = await api.addPerson()
    await api.addMember(tenantId, own, 'staff', { resourceId: mine })
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', tenantId).execute(),
    )
    const other = await openBusiness(api)
    await other.add('customers', { name: 'John Smith' })
  })
  afterAll(() => api.close())

  test('ranks over all entities', async () => {
    const { body } = await find('anvil')
    expect(body.results.map((each: { title: string; score: number }) => [each.title, each.score])).toEqual([
      ['Anvil room', 1],
      ['Anvil notice', 0.9],
      ['Anvil annex', 0.9],
      ['Room of anvils', 0.8],
    ])
    expect(body).toMatchObject({
      total: 4,
      results: [{ type: 'resources', match: { field: 'code', tier: 'exact' } }, {}, {}, {}],
    })
    expect(body.results[0].path).toBe(`/setup/resources/${body.results[0].id}/edit`)
    expect(body.results[1].path).toBe(`/setup/resource-rules/?edit=${body.results[1].id}`)
  })

  test.each([
    ['jonh smiht', 'John Smith'],
    ['smith john', 'John Smith'],
    ['boss@gold.test', 'John Smith'],
    ['müller jür', 'Jürgen Müller'],
    ['Mueller', 'Jürgen Müller'],
    ['030 12345678', 'Jürgen Müller'],
    ['+49 (30) 1234', 'Jürgen Müller'],
  ])('%s finds %s, and their bookings behind', async (q, name) => {
    const { body } = await find(q)
    expect(body.results[0]).toMatchObject({ type: 'customers', title: name })
    const bookings = body.results.slice(1)
    expect(bookings.length).toBeGreaterThan(0)
    expect(
      bookings.every((each: { type: string; title: string }) => each.type === 'bookings' && each.title === name),
    ).toBe(true)
  })

  test('puts what is named so before what has it as its code', async () => {
    const { add, addResource, get, owner } = await openBusiness(api)
    await addResource({ name: 'Harbor sauna', code: 'sauna' })
    await add('catalogItems', { name: 'Sauna', slug: 'steam', status: 'active' })
    const { body } = await get('/search?q=sauna', owner)
    expect(body.results.map((each: { title: string; score: number }) => [each.title, each.score])).toEqual([
      ['Sauna', 1],
      ['Harbor sauna', 1],
    ])
  })

  test('finds a variant by its own words and those of its item', async () => {
    const { body } = await find('haircut short')
    expect(body.results).toMatchObject([{ type: 'variants', title: 'Short', subtitle: 'Haircut', score: 0.8 }])
    expect(names(await find('shor hair'))).toEqual(['Short'])
    expect(names(await find('haircut long'))).toEqual([])
  })

  test('puts bookings to come first, the nearest before others', async () => {
    const { body } = await find('john smith', { more: '&types=bookings' })
    expect(body.results.map(({ subtitle }: { subtitle: string }) => subtitle.split(' · ').at(-1))).toEqual([
      'JOHNNEAR',
      'JOHNFAR1',
      'JOHNPAST',
    ])
    expect(body.results[0].subtitle).toBe('2026-03-02T09:00:00.000Z · Haircut · Short · JOHNNEAR')
    expect(names(await find('johnnear'))).toEqual(['John Smith'])
    expect(names(await find('johnx', { more: '&types=bookings&limit=2' }))).toEqual(['John Smith', 'John Smith'])
  })

  test('finds by mail and telephone for those alone who may read them, and nobody who was anonymized', async () => {
    for (const q of ['boss@gold.test', '030 12345678'])
      expect((await find(q, { as: viewer })).body).toMatchObject({ results: [], total: 0 })
    expect(names(await find('john smith', { as: viewer, more: '&types=customers&types=bookings' }))).toHaveLength(4)
    expect(names(await find('ghost'))).toEqual([])
  })

  test('leaves to staff who keep to their own what is theirs', async () => {
    expect(names(await find('john', { as: own }))).toEqual([])
    expect(names(await find('jurgen', { as: own }))).toEqual(['Jürgen Müller', 'Jürgen Müller'])
  })

  test('finds members for owners alone, and a variant on the page of its item', async () => {
    const member = await find(viewer.email, { more: '&types=memberships' })
    expect(member.body.results).toMatchObject([
      { title: viewer.email, path: '/settings/members', match: { field: 'userId' } },
    ])
    expect(names(await find(viewer.email, { as: viewer, more: '&types=memberships' }))).toEqual([])
    const { body } = await find('short', { more: '&types=variants' })
    expect(body.results).toMatchObject([{ subtitle: 'Haircut' }])
    expect(body.results[0].path).toBe(`/setup/catalog/${business.itemId}/edit?variants.edit=${body.results[0].id}`)
  })

  test('leaves no trace in the audit log', async () => {
    const logged = async () => (await api.owner.query('select count(*)::int as count from audit_entries')).rows
    const before = await logged()
    await find('john smith')
    expect(await logged()).toEqual(before)
  })

  test('gives a key what its scopes open', async () => {
    const key = await makeKey(api, business, ['bookings.read'])
    const ask = async (q: string) => (await api.request(`/search?q=${q}`, { token: key.body.key })).body.results
    expect(await ask('smith')).toEqual([])
    expect(await ask('johnnear')).toMatchObject([{ type: 'bookings', title: 'JOHNNEAR' }])
  })

  test.each([
    ['', 'q'],
    ['?q=a', 'q'],
    [`?q=${'a'.repeat(101)}`, 'q'],
    ['?q=ann&types=nothing', 'types'],
    ['?q=ann&limit=0', 'limit'],
    ['?q=ann&limit=26', 'limit'],
  ])('refuses %s', async (query, name) => {
    const { status, body } = await business.get(`/search${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, [name]])
  })

  test('looks up whatever ranks as similar, of words with one edit', async () => {
    const { add, get, owner } = await openBusiness(api)
    const letters = 'abcdlmnrst'
    const word = fc.stringMatching(new RegExp(`^[${letters}]{4,6}$`))
    const names = fc.sample(fc.tuple(word, word), { numRuns: 40, seed: 7 }).map(words => words.join(' '))
    for (const name of names) await add('customers', { name })
    const edits = fc.array(
      fc.tuple(fc.constantFrom('add', 'drop', 'change', 'swap'), fc.nat(12), fc.constantFrom(...letters)),
      { maxLength: 1 },
    )
    const edited = (text: string, made: [kind: string, place: number, letter: string][]) =>
      made.reduce((before, [kind, place, letter]) => {
        const at = place % before.length
        const [head, here, next, tail] = [before.slice(0, at), before[at], before[at + 1] ?? '', before.slice(at + 2)]
        if (kind === 'add') return head + letter + before.slice(at)
        if (kind === 'drop') return head + next + tail
        return kind === 'swap' ? head + next + here + tail : head + letter + next + tail
      }, text)
    let similar = 0
    for (const [index, ...typos] of fc.sample(fc.tuple(fc.nat(39), edits, edits), { numRuns: 120, seed: 7 })) {
      const q = (names[index] ?? '')
        .split(' ')
        .map((text, place) => edited(text, typos[place] ?? []))
        .join(' ')
      const ranks = names.map(name => rank(soughtIn(q), [{ name: 'name', value: name }]))
      similar += ranks.filter(found => found?.tier === 'similar').length
      const { body } = await get(`/search?q=${encodeURIComponent(q)}&types=customers&limit=25`, owner)
      const found = names.filter(name => body.results.some((each: { title: string }) => each.title === name))
      expect([q, found]).toEqual([q, names.filter((_, place) => ranks[place])])
    }
    expect(similar).toBeGreaterThan(20)
  })

  test('prefers fewer typos where more fit than are ranked', async () => {
    const { get, owner, run, tenantId } = await openBusiness(api)
    await run(db =>
      sql`insert into customers (tenant_id, name) select ${tenantId}::uuid, 'Anna Smith ' || n from generate_series(1, 250) as n
        union all select ${tenantId}::uuid, 'Hanna Smith'`.execute(db),
    )
    const { body } = await get('/search?q=hanna%20smiht&types=customers', owner)
    expect(names({ body })[0]).toBe('Hanna Smith')
  })

  test('folds in SQL as in JavaScript', async () => {
    // Capitals of other scripts fold where the database's LC_CTYPE knows them.
    const text = fc.stringMatching(/^[ -~À-ÿ‐-⁯]{0,20}$/)
    const all = [
      ...fc.sample(text, 300),
      'Straße Æsir Œuvre ØL Łódź đ ı',
      "O'Brien’s",
      'İstanbul',
      'οδος жук',
      '“x”–y…z',
    ]
    const { rows } = await business.run(db =>
      sql<{ words: string }>`
      select search_words(text) as words from unnest(${all}::text[]) with ordinality as given (text, place) order by place`.execute(
        db,
      ),
    )
    for (const [index, text] of all.entries()) expect([text, rows[index]?.words]).toEqual([text, folded(text)])
  })
})
