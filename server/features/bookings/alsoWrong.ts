import { isUuid, type ValidationErrors } from '../../../src/declare'
import { Problem, type Route, type Transaction } from '../../serve'
import { checkAnswers } from './answers'
import { checkCustomer } from './bookedCustomer'
import { findBooking, type MemberRequest } from './bookingScope'
import { loadOffer } from './offer'
import { timeErrors } from './requireTime'

export type AlsoWrong = Required<Route>['alsoWrong']
type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The route itself reports a missing record. */
export const orNothing = async (work: () => Promise<ValidationErrors>): Promise<ValidationErrors> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) return {}
    throw error
  }
}

const wrongAnswers = async (
  db: Transaction,
  tenantId: string,
  { variantId, answers, mustBeComplete }: { variantId: string; answers: unknown; mustBeComplete: boolean },
): Promise<ValidationErrors> => {
  const { questions } = await loadOffer(db, tenantId, variantId)
  return checkAnswers(questions, isObject(answers) ? answers : {}, { mustBeComplete })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const wrongInBooking: AlsoWrong = async (json, { caller, services, read }) => {
  const { variantId, answers, customer, customerId, hold, startsAt, endsAt } = json
  const isHold = hold === true
  const person = isObject(customer) ? checkCustomer(customer, caller.role) : null
  const times = { startsAt: textOf(startsAt), endsAt: textOf(endsAt) || null }
  return {
    ...(Number.isFinite(Date.parse(times.startsAt)) && timeErrors(times, services.now())),
    ...(person && !person.ok && person.errors),
    ...(!isHold && !customer && !customerId && { customerId: { key: 'validation.customerNeeded', args: {} } as const }),
    ...(typeof variantId === 'string' &&
      isUuid(variantId) &&
      (await orNothing(() =>
        read(db => wrongAnswers(db, caller.tenant.id, { variantId, answers, mustBeComplete: !isHold })),
      ))),
  }
}

/** A part may be held without its answers. */
export const wrongInPart: AlsoWrong = async ({ variantId, answers }, { caller, read }) =>
  isUuid(textOf(variantId))
    ? orNothing(() =>
        read(db =>
          wrongAnswers(db, caller.tenant.id, { variantId: textOf(variantId), answers, mustBeComplete: false }),
        ),
      )
    : {}

export const wrongInConfirming =
  (
    find: (db: Transaction, request: MemberRequest, id: string) => Promise<{ variantId: string; answers?: unknown }>,
  ): AlsoWrong =>
  ({ answers }, request) =>
    orNothing(() =>
      request.read(async db => {
        const { variantId, answers: before } = await find(db, request, request.params.id ?? '')
        const all = { ...(isObject(before) && before), ...(isObject(answers) && answers) }
        return wrongAnswers(db, request.caller.tenant.id, { variantId, answers: all, mustBeComplete: true })
      }),
    )

export const wrongInChanges: AlsoWrong = async ({ answers }, request) =>
  isObject(answers)
    ? orNothing(() =>
        request.read(async db => {
          const { variantId, status } = await findBooking(db, request, request.params.id ?? '')
          return wrongAnswers(db, request.caller.tenant.id, { variantId, answers, mustBeComplete: status !== 'held' })
        }),
      )
    : {}
