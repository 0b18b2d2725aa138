import type { SetupPlan } from '../../src/contract/calls/setup'
import { openBusiness } from '../api/features/support/business'
import { type Bench, type Measurement, timed } from './support/measurement'
import { headersOf, onBothDatabases } from './support/onDatabases'

const count = 1_000

const numbers = Array.from({ length: count }, (_, index) => index)

const document = {
  ...{ format: 'slotwise.setup', formatVersion: 1 },
  resources: numbers.map(number => ({
    ...{ name: `Boat ${number}`, code: `boat-${number}`, resourceTypeId: 'Chair', capacity: 2, scheduleId: 'Hours' },
  })),
  resourceRules: numbers.map(number => ({
    ...{ name: `Notice ${number}`, ruleType: 'min_notice', parameters: { minutes: 60 + number } },
    resourceIds: [`boat-${number}`],
  })),
}

/** The same rows, as one statement of a superuser each. */
const plain = [
  `insert into resources (id, tenant_id, name, code, resource_type_id, capacity, schedule_id)
   select md5('resource ' || n)::uuid, $1, 'Plain ' || n, 'plain-' || n, (select id from resource_types where tenant_id = $1 limit 1), 2,
     (select id from schedules where tenant_id = $1 limit 1) from generate_series(1, 1000) as n`,
  `insert into resource_rules (id, tenant_id, name, rule_type, parameters)
   select md5('rule ' || n)::uuid, $1, 'Plain ' || n, 'min_notice', jsonb_build_object('minutes', 60 + n) from generate_series(1, 1000) as n`,
  `insert into resource_rules_resource_ids (tenant_id, owner_id, target_id, position)
   select $1, md5('rule ' || n)::uuid, md5('resource ' || n)::uuid, 0 from generate_series(1, 1000) as n`,
]

/** A document of 1,000 resources and as many rules: planned, applied, and applied again. */
export default {
  title: 'A set-up of 1,000 resources and 1,000 rules',
  run: () =>
    onBothDatabases({ users: null }, async ({ api, server, where }) => {
      const business = await openBusiness(api)
      const headers = await headersOf(api, business)
      const apply = async (query = ''): Promise<[number, SetupPlan]> => {
        let answer: SetupPlan | undefined
        const ms = await timed(async () => {
          answer = await server.post<SetupPlan>(`/setup/apply${query}`, headers, document)
        })
        return [ms, answer as SetupPlan]
      }
      const [first] = await apply('?dryRun=true')
      const [planned] = await apply('?dryRun=true')
      const [applied, done] = await apply()
      if (done.summary.create !== 2 * count) throw new Error(JSON.stringify(done).slice(0, 500))
      const [again, nothing] = await apply('?dryRun=true')
      if (nothing.summary.unchanged !== 2 * count) throw new Error(JSON.stringify(nothing.summary))
      const exported = await timed(() => server.get('/setup/export', headers))
      let floor = 0
      for (const statement of plain) floor += await timed(() => api.owner.query(statement, [business.tenantId]))
      const against = { what: 'the bare inserts', figure: floor }
      return [
        { what: `planned, the first time (${where})`, figure: first, unit: 'ms', against },
        { what: `planned (${where})`, figure: planned, unit: 'ms', against, aim: '≤ 1,000 ms' },
        { what: `applied (${where})`, figure: applied, unit: 'ms', against, aim: '≤ 5,000 ms' },
        { what: `planned where nothing changes (${where})`, figure: again, unit: 'ms', against, aim: '≤ 1,000 ms' },
        { what: `exported (${where})`, figure: exported, unit: 'ms' },
      ] satisfies Measurement[]
    }),
} satisfies Bench
