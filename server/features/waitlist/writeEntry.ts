import { formatInstant, type ValidationErrors, validate } from '../../../src/declare'
import { withoutOffer } from '../../../src/resources/waitlistActions'
import { type WaitlistEntry, waitlistEntries } from '../../../src/resources/waitlistEntries'
import {
  createRecord,
  deleteRecords,
  invalid,
  invalidField,
  type ResourceHooks,
  refusal,
  requireVersion,
  scopeOf,
  type UnitOfWork,
} from '../../serve'
import { bookedCustomer, checkCustomer } from '../bookings/bookedCustomer'
import { alsoTell, type MemberRequest } from '../bookings/bookingScope'
import { channelFor, keyChannelId } from '../caller'
import { type EntryRecord, entriesHooks, entryScope, lockEntry, saveEntry } from './entryScope'
import { offerAtEnd } from './freedTime'
import { checkWanted, requireResources, requireRoomOnList, termsOf } from './requireEntry'

type Input = Readonly<Record<string, unknown>>

const customerErrors = ({ caller }: MemberRequest, customer: unknown, customerId: unknown): ValidationErrors => {
  if (customer === null) return {}
  if (typeof customer !== 'object' || Array.isArray(customer))
    return { customer: { key: 'validation.invalid', args: {} } }
  if (customerId) return { customer: { key: 'validation.customerGivenTwice', args: {} } }
  const checked = checkCustomer(customer as Input, caller.role)
  return checked.ok ? {} : checked.errors
}

const writingHooks = (request: MemberRequest): ResourceHooks => {
  const now = request.services.now()
  const tenantId = request.caller.tenant.id
  return {
    ...entriesHooks,
    prepare: async (unit, { customer = null, ...input }) => {
      const { quantity, ...others } = input
      const given = { ...others, ...((quantity ?? null) !== null && { quantity }) }
      const validated = validate(waitlistEntries, given, { role: request.caller.role })
      const { customerId: wrongId, ...errors } = validated.ok ? {} : validated.errors
      if (wrongId && (customer === null || wrongId.key !== 'validation.required')) errors.customerId = wrongId
      Object.assign(errors, customerErrors(request, customer, input.customerId))
      if (Object.keys(errors).length > 0) throw invalid(errors)
      const { minQuantity, defaultChannelId } = await termsOf(unit.db, tenantId, input.variantId)
      const channelId = channelFor(request.caller, input.channelId as string | null | undefined) ?? defaultChannelId
      const named = { customerId: input.customerId as string | null, customer: customer as Input | null }
      const customerId = await bookedCustomer(unit, request, { ...named, channelId })
      return { ...input, customerId, channelId, quantity: input.quantity ?? minQuantity }
    },
    check: async (unit, { before, after }) => {
      const terms = await termsOf(unit.db, tenantId, after.variantId)
      await requireResources(unit.db, tenantId, after.preferredResourceIds as string[])
      const refused = !terms.isActive ? 'validation.inactive' : !terms.waitlistEnabled ? 'validation.noWaitlist' : null
      return {
        ...(!before && refused && { variantId: { key: refused, args: {} } }),
        ...checkWanted(terms, after as WaitlistEntry, now),
      }
    },
  }
}

export const createEntry = async (unit: UnitOfWork, request: MemberRequest, input: Input): Promise<EntryRecord> => {
  const hooks = writingHooks(request)
  const joinedAt = formatInstant(request.services.now())
  const isStrangers = request.caller.visitor !== undefined
  const scope = scopeOf(waitlistEntries, { ...hooks, columns: () => ({ joinedAt, isStrangers }) }, request)
  const check = hooks.check
  const checked: ResourceHooks = {
    ...scope.hooks,
    check: async (own, change) => {
      const errors = (await check?.(own, change)) ?? {}
      if (Object.keys(errors).length === 0) await requireRoomOnList(own.db, request, change.after as WaitlistEntry)
      return errors
    },
  }
  const record = (await createRecord(unit, { ...scope, hooks: checked }, input)) as EntryRecord
  alsoTell(request, waitlistEntries.name, record.id)
  await offerAtEnd(unit, request, record)
  return record
}

const notes: ReadonlySet<string> = new Set(['notes', 'internalNotes'])

/** Keeps the position. While an offer is open, only notes change. */
export const changeEntry = async (
  unit: UnitOfWork,
  request: MemberRequest,
  id: string,
  { input, ifMatch }: { input: Input; ifMatch: string | null },
): Promise<EntryRecord> => {
  const entry = await lockEntry(unit, request, id)
  await requireVersion(unit.db, entryScope(request), entry.stored, ifMatch)
  const { channelId } = input
  if (channelId !== undefined && keyChannelId(request.caller) && channelId !== entry.stored.channelId)
    throw invalidField('channelId', 'validation.keyChannel')
  const validated = validate(waitlistEntries, input, { current: entry.stored, role: request.caller.role })
  if (!validated.ok) throw invalid(validated.errors)
  const values = validated.values as Partial<WaitlistEntry>
  if (Object.keys(values).length === 0) return entry.stored
  const { status } = entry.now
  const isWanted = Object.keys(values).some(name => !notes.has(name))
  const lock = waitlistEntries.locked?.(entry.now)
  if (isWanted && lock)
    throw refusal('wrong_status', lock.why, {}, { extensions: { entryStatus: status, action: 'update' } })
  alsoTell(request, waitlistEntries.name, id)
  if (!isWanted) return saveEntry(entry, values)
  const wanted = { ...entry.now, ...values }
  const terms = await termsOf(unit.db, request.caller.tenant.id, wanted.variantId)
  await requireResources(unit.db, request.caller.tenant.id, values.preferredResourceIds ?? [])
  const errors = checkWanted(terms, wanted, request.services.now())
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (values.windows) await requireRoomOnList(unit.db, request, wanted)
  const after = await saveEntry(entry, { ...withoutOffer, ...values })
  await offerAtEnd(unit, request, wanted)
  return after
}

/** @throws Problem `conflict` for an entry with offers */
export const deleteEntry = async (
  unit: UnitOfWork,
  request: MemberRequest,
  id: string,
  { ifMatch }: { ifMatch: string | null },
): Promise<void> => {
  const entry = await lockEntry(unit, request, id)
  await requireVersion(unit.db, entryScope(request), entry.stored, ifMatch)
  const change = { resource: waitlistEntries, before: entry.now, after: null }
  for (const problem of (await entriesHooks.refuse?.(unit, [change]))?.values() ?? []) throw problem
  alsoTell(request, waitlistEntries.name, id)
  await deleteRecords(unit, scopeOf(waitlistEntries, entriesHooks, request), [entry.stored])
}
