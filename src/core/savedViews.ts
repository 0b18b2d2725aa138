import { choice, defineResource, flag, integer, metadata, type RecordOf, reference, rows, tags, text } from '../schema'
import { users } from './users'

/** How somebody keeps a list: its filters, order and columns (docs/domain.md#saved-views). */
export const savedViews = defineResource({
  name: 'savedViews',
  label: ['Saved View', 'Saved Views'],
  icon: 'rule',
  scope: 'tenant',
  api: '/saved-views',
  screens: { base: '/settings/saved-views', form: 'dialog' },
  access: { read: 'viewer', write: 'viewer' },
  // Of the database, too: nobody but its owner reads a private one.
  rows: { read: [rows.is('visibility', 'shared'), rows.mine('ownerId')], always: true },
  notTakenBack: 'The history has no values of private views.',
  fields: {
    name: text({ required: true, max: 60 }),
    resource: text({ required: true, immutable: true, max: 60, label: 'List' }),
    visibility: choice(['private', 'shared'], {
      default: 'private',
      label: 'Visible',
      labels: { private: 'To me', shared: 'To everybody' },
    }),
    isDefault: flag({ label: 'Opens for everybody' }),
    filters: metadata({ lists: true, maxItems: 30, maxLength: 1000 }),
    q: text({ max: 200, label: 'Search' }),
    sort: text({ max: 200, label: 'Sorted by' }),
    order: choice(['ASC', 'DESC'], { labels: { ASC: 'Ascending', DESC: 'Descending' } }),
    columns: tags({ maxItems: 60, maxLength: 60 }),
    perPage: integer({ min: 1, max: 100, label: 'Rows' }),
    ownerId: reference(() => users, { readOnly: true, label: 'Owner' }),
    isMine: flag({ computed: true, label: 'Mine' }),
  },
  represent: 'name',
  search: false,
  list: {
    columns: ['name', 'resource', 'visibility', 'isDefault', 'ownerId'],
    search: ['name'],
    filters: ['resource', 'visibility', 'isMine'],
    sort: 'name',
  },
  form: ['name', 'resource', 'visibility', 'isDefault'],
  bulk: false,
  texts: { empty: 'A list with filters can be saved as a view, above its tabs.' },
})

export type SavedView = RecordOf<typeof savedViews>

/** Of one person in a tenant, and shared ones of a tenant. */
export const mostViews = { own: 100, shared: 200 }
