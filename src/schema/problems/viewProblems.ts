import type { Fields } from '../field'
import { mayRead } from '../reading'
import { type AnyListViews, type AnyResource, allFields } from '../resource'
import { didYouMean } from './didYouMean'

const dates = ['instant', 'localDate']

export const viewProblems = (resource: AnyResource): string[] => {
  const { name, list, screens, across, access } = resource
  const { calendar, board, map } = (list.views ?? {}) as AnyListViews
  if (!calendar && !board && !map) return []
  const fields: Fields = allFields(resource)
  const expectKind = (view: string, field: string | undefined, kinds: readonly string[], what: string): string[] => {
    const declared = field === undefined ? undefined : fields[field]
    return !declared || kinds.includes(declared.kind)
      ? []
      : [`${name}.list.views.${view} is by ${field}, a ${declared.kind}: name ${what}.`]
  }
  const expectFilter = (view: string, field: string | undefined): string[] =>
    field === undefined || !fields[field] || list.filters?.includes(field)
      ? []
      : [`${name}.list.views.${view} asks for records by ${field}: add it to list.filters.`]
  const from = calendar && fields[calendar.from]
  const end = calendar?.until ?? calendar?.through
  const { read } = access.ownTenant ?? access
  return [
    ...(screens || across
      ? []
      : [
          `${name}.list.views: only a list with a screen of its own is shown otherwise; say across, or leave them out.`,
        ]),
    ...expectKind('calendar', calendar?.from, [...dates, 'dateRange'], 'a date, an instant or dates from day to day'),
    ...(from && dates.includes(from.kind)
      ? expectKind('calendar.until', calendar?.until, [from.kind], `one of the kind of ${calendar?.from}, ${from.kind}`)
      : []),
    ...(from && from.kind !== 'localDate' && calendar?.through
      ? [
          `${name}.list.views.calendar has a last day, and begins by ${calendar.from}, which is no date: name an end in until.`,
        ]
      : []),
    ...(from?.kind === 'dateRange' && end
      ? [`${name}.list.views.calendar has an end, and ${calendar?.from} has its last day already: leave ${end} out.`]
      : []),
    ...(calendar?.until && calendar.through
      ? [`${name}.list.views.calendar has both until and through: the former is not included, the latter is; keep one.`]
      : []),
    ...expectKind('board', board?.by, ['choice'], 'a choice'),
    ...expectFilter('board', board?.by),
    ...(board && fields[board.by]?.presence === 'optional'
      ? [
          `${name}.list.views.board: records without ${board.by} would be in no column; give it a default, or say required.`,
        ]
      : []),
    ...[...(board?.shows ?? []), ...(map?.shows ?? [])]
      .filter(field => fields[field] && !list.columns.includes(field))
      .map(
        field => `${name}.list.views shows ${field}, which is not in list.columns.${didYouMean(field, list.columns)}`,
      ),
    ...expectKind('map', map?.at, ['geo'], 'a place'),
    ...expectFilter('map', map?.at),
    ...[calendar?.from, end, board?.by, map?.at]
      .filter(field => field !== undefined && fields[field] && !mayRead(resource, field, read))
      .map(
        field =>
          `${name}.list.views is by ${field}, which not everybody may read who reads the records: choose another.`,
      ),
    ...[calendar?.from, end]
      .filter(field => field !== undefined && fields[field]?.computed && !fields[field]?.derived)
      .map(field => `${name}.list.views.calendar is by ${field}, which is computed: choose a stored or derived field.`),
  ]
}
