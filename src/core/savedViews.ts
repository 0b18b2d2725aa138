import {
  choice,
  defineResource,
  type Fields,
  flag,
  integer,
  metadataLists,
  type RecordOf,
  reference,
  rows,
  tags,
  text,
} from '../schema'
import { users } from './users'

/** No form has them, so the browser's declaration lacks them (scripts/vite/serverOnly.ts). */
const keptQuery = <F extends Fields>(fields: F): F => fields

/** A list's kept filters, order and columns (docs/domain.md#saved-views). */
export const savedViews = defineResource({
  name: 'savedViews',
  label: ['Saved View', 'Saved Views'],
  icon: 'rule',
  scope: 'tenant',
  api: '/saved-views',
  isOnlyCalled: true,
  access: { read: 'viewer', write: 'viewer' },
  // Row-level security, too, keeps private views to their owner.
  rows: { read: [rows.is('visibility', 'shared'), rows.mine('ownerId')], always: true },
  notTakenBack: 'The history has no values of private views.',
  fields: {
    name: text({ required: true, max: 60 }),
    resource: text({ required: true, immutable: true, max: 60 }),
    ...keptQuery({
      visibility: choice(['private', 'shared'], { default: 'private' }),
      isDefault: flag(),
      filters: metadataLists({ maxItems: 30, maxLength: 1000 }),
      q: text({ max: 200 }),
      sort: text({ max: 200 }),
      order: choice(['ASC', 'DESC']),
      columns: tags({ maxItems: 60, maxLength: 60 }),
      perPage: integer({ min: 1, max: 100 }),
      ownerId: reference(() => users, { readOnly: true }),
    }),
  },
  represent: 'name',
  search: false,
  list: {
    columns: ['name', 'resource'],
    sort: 'name',
  },
  form: ['name', 'resource'],
  bulk: false,
})

export type SavedView = RecordOf<typeof savedViews>
