import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import type { AnswerOf } from '../../../src/declare'
import { implement, type Transaction } from '../../serve'

type Step = AnswerOf<typeof calls.setup.status>['steps'][number]

interface Named {
  id: string
  name: string
}

interface Facts {
  schedules: number
  resources: number
  withoutHours: Named[]
  variants: number
  unassigned: Named[]
  active: number
  drafts: Named[]
  hasTeam: boolean
  hasBooking: boolean
  isPutAway: boolean
  problems: number
}

const none: Facts = {
  schedules: 0,
  resources: 0,
  withoutHours: [],
  variants: 0,
  unassigned: [],
  active: 0,
  drafts: [],
  hasTeam: false,
  hasBooking: false,
  isPutAway: false,
  problems: 0,
}

const shown = 20

const findFacts = async (db: Transaction, tenantId: string): Promise<Facts> => {
  const { rows } = await sql<Facts>`
    with hours as (
      select resources.id, resources.name, exists (select from schedules
        where schedules.tenant_id = resources.tenant_id and schedules.is_active
        and schedules.id = coalesce(resources.schedule_id, tenants.default_schedule_id)) as has_hours
      from resources join tenants on tenants.id = resources.tenant_id
      where resources.tenant_id = ${tenantId} and resources.is_active
    ), offered as (
      select catalog_items.id, catalog_items.name, catalog_items.status, exists (select from variant_resources
        join hours on hours.id = variant_resources.target_id
        where variant_resources.tenant_id = variants.tenant_id and variant_resources.owner_id = variants.id) as is_assigned
      from catalog_items join variants
        on variants.tenant_id = catalog_items.tenant_id and variants.catalog_item_id = catalog_items.id
      where catalog_items.tenant_id = ${tenantId} and catalog_items.status <> 'archived' and variants.is_active
    )
    select (select count(*) from schedules where tenant_id = ${tenantId} and is_active) as schedules,
      (select count(*) from hours) as resources,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id), '[]')
        from hours where not has_hours) as without_hours,
      (select count(*) from offered) as variants,
      (select coalesce(jsonb_agg(distinct jsonb_build_object('name', name, 'id', id)), '[]')
        from offered where not is_assigned) as unassigned,
      (select count(*) from offered where status = 'active' and is_assigned) as active,
      (select count(*) > 1 from memberships where tenant_id = ${tenantId} and is_active)
        or exists (select from invitations where tenant_id = ${tenantId}) as has_team,
      exists (select from bookings where tenant_id = ${tenantId} and status not in ('held', 'expired')
        and not exists (select from set_ups cross join jsonb_to_recordset(made) as one (id uuid, "isSample" boolean)
          where set_ups.tenant_id = ${tenantId} and one."isSample" and one.id = bookings.id)) as has_booking,
      exists (select from checklists_put_away where tenant_id = ${tenantId} and user_id = current_user_id()) as is_put_away,
      (select count(*) from dead_letters where tenant_id = ${tenantId} and status = 'dead') as problems,
      (select coalesce(jsonb_agg(distinct jsonb_build_object('name', name, 'id', id)), '[]')
        from offered where status = 'draft' and is_assigned) as drafts`.execute(db)
  return rows[0] ?? none
}

/** `Court 3`, `Court 3 and 2 more` */
const naming = ([first, ...others]: readonly Named[]): string =>
  others.length > 0 ? `${first?.name} and ${others.length} more` : String(first?.name)

const stepsOf = ({ schedules, resources, withoutHours, variants, unassigned, active, drafts }: Facts): Step[] => {
  const step = (key: Step['key'], isDone: boolean, text: string, records: Named[] = []): Step => ({
    key,
    isDone,
    text,
    records: records.slice(0, shown),
    count: records.length,
  })
  const lacking = withoutHours.length === 1 ? 'has' : 'have'
  return [
    step('schedule', schedules > 0, 'Add a schedule with your opening hours'),
    step('resource', resources > 0, 'Add what can be booked: people, rooms, equipment'),
    step(
      'hours',
      resources > 0 && withoutHours.length === 0,
      withoutHours.length > 0 ? `${naming(withoutHours)} ${lacking} no hours` : 'Give every resource its hours',
      withoutHours,
    ),
    step('catalogItem', variants > 0, 'Add what you offer, with a variant that has a length and a price'),
    step(
      'assignment',
      variants > 0 && unassigned.length === 0,
      unassigned.length > 0
        ? `${naming(unassigned)} ${unassigned.length === 1 ? 'needs' : 'need'} a resource`
        : 'Say which resources your offers need',
      unassigned,
    ),
    step('active', active > 0, 'Set a catalog item to active', active > 0 ? [] : drafts),
  ]
}

export const setupStatusRoute = implement(calls.setup.status, async ({ caller, read }) => {
  const facts = await read(db => findFacts(db, caller.tenant.id))
  const steps = stepsOf(facts)
  const { hasTeam, hasBooking, isPutAway, problems } = facts
  return {
    isComplete: steps.every(({ isDone }) => isDone),
    hasTeam,
    hasBooking,
    isPutAway,
    problemCount: problems,
    steps,
  }
})

export const putAwayRoute = implement(calls.setup.putAway, ({ caller, body: { isPutAway }, write }) =>
  write(async ({ db }) => {
    const { tenant, userId } = caller
    await (isPutAway
      ? sql`insert into checklists_put_away (tenant_id, user_id) values (${tenant.id}, ${userId}) on conflict do nothing`
      : sql`delete from checklists_put_away where tenant_id = ${tenant.id} and user_id = ${userId}`
    ).execute(db)
    return { isPutAway }
  }),
)
