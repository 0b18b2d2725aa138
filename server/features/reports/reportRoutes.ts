import { calls } from '../../../src/calls'
import { hasRole } from '../../../src/declare'
import {
  type Dimension,
  daysOf,
  definitionOf,
  labelOf,
  listOf,
  type MeasureName,
  measureNames,
  measureOf,
} from '../../../src/reports'
import {
  implement,
  inLine,
  invalidField,
  type MemberCaller,
  noteAction,
  Problem,
  type RequestOf,
  type UnitOfWork,
} from '../../serve'
import { csvOf } from './csv'
import { figuresOf } from './figures'

const maxDays = 1096
const maxDaysByDay = 400

const isForStaff = (name: MeasureName): boolean => listOf(name) === 'demand'

export const measuresRoute = implement(calls.reports.measures, async ({ caller }) =>
  measureNames
    .filter(key => !isForStaff(key) || hasRole(caller.role, 'staff'))
    .map(key => {
      const { unit, dimensions, isAdditive } = measureOf(key)
      return {
        ...{ key, label: labelOf(key), unit, dimensions: [...dimensions], isAdditive, list: listOf(key) },
        definition: definitionOf(key),
      }
    }),
)

type Query = RequestOf<typeof calls.reports.listFigures>['query']

const requireAnswerable = ({ measures, groupBy = [], from, to, source }: Query, role: MemberCaller['role']): void => {
  if (measures.some(isForStaff)) {
    if (!hasRole(role, 'staff')) throw new Problem('forbidden', 'Refused demand is for staff.')
    if (source) throw invalidField('source', 'validation.notMeasured')
  }
  if (to <= from) throw invalidField('to', 'validation.notAfterStart')
  const max = groupBy.includes('day') ? maxDaysByDay : maxDays
  if (daysOf({ from, to }) > max) throw invalidField('to', 'validation.rangeTooLong', { max })
  const has = (dimension: Dimension) => measures.every(name => measureOf(name).dimensions.includes(dimension))
  if (!groupBy.every(has)) throw invalidField('groupBy', 'validation.notMeasured')
}

const noteExport = (unit: UnitOfWork, { from, to, measures, groupBy = [] }: Query): void =>
  noteAction(unit, {
    action: 'exported',
    resource: { name: 'reports' },
    record: null,
    changes: Object.fromEntries(
      Object.entries({ measures: measures.join(', '), groupBy: groupBy.join(', '), from, to }).map(([name, value]) => [
        name,
        { from: null, to: value },
      ]),
    ),
  })

export const figuresRoute = implement(
  calls.reports.listFigures,
  async request => {
    const { query } = request
    requireAnswerable(query, request.caller.role)
    const figures = await inLine('figures', request.caller, () =>
      request.read(db => figuresOf(db, request, query), { large: true }),
    )
    if (query.format !== 'csv') return figures
    await request.write(async unit => noteExport(unit, query))
    return new Response(csvOf(figures, query.groupBy ?? []), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="figures.csv"',
      },
    })
  },
  // Whether a customer is new depends on all bookings.
  { beyondRows: true },
)
