import {
  choice,
  color,
  count,
  defineResource,
  integer,
  items,
  longText,
  money,
  questionFields,
  type RecordOf,
  type ResourceRef,
  slug,
  text,
  url,
} from '../schema'
import { variants } from './variants'

export const catalogItems = defineResource({
  name: 'catalogItems',
  label: ['Catalog Item', 'Catalog'],
  icon: 'menuBook',
  scope: 'tenant',
  api: '/catalog-items',
  screens: { base: '/setup/catalog', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'viewer', write: 'admin' },
  fields: {
    name: text({ required: true, unique: true, help: 'Such as Haircut, City tour or Meeting room.' }),
    slug: slug({ from: 'name', unique: true, help: 'For links and exports. Made from the name when left empty.' }),
    description: longText(),
    imageUrl: url({ label: 'Picture' }),
    color: color(),
    category: text({ max: 60 }),
    status: choice(['draft', 'active', 'archived'], { default: 'draft', help: 'Only active items can be booked.' }),
    questions: items(questionFields, {
      max: 20,
      itemLabel: 'question',
      distinct: 'key',
      help: 'Asked when booking.',
      conditions: { options: { when: { type: ['select'] } } },
      check: ({ type, options }) =>
        type === 'select' && options.length === 0 ? { options: 'validation.required' } : {},
    }),
    sortOrder: integer({ default: 0, min: 0, max: 10_000 }),
    variantCount: count((): ResourceRef => variants, 'catalogItemId', { label: 'Variants' }),
    fromPrice: money({ computed: true, label: 'From' }),
  },
  represent: 'name',
  list: {
    columns: ['name', 'category', 'status', 'variantCount', 'fromPrice'],
    search: ['name', 'description', 'category'],
    filters: ['status'],
    sort: 'sortOrder',
  },
  form: [
    { title: 'Item', fields: ['name', 'slug', 'category', 'status', 'description'] },
    { title: 'Looks', fields: ['imageUrl', 'color', 'sortOrder'] },
    { title: 'Questions', fields: ['questions'] },
  ],
  createForm: ['name', 'category', 'description'],
  texts: {
    empty:
      'The catalog is what you offer: services, tours, rooms, rentals. Each item has variants with a length and a price.',
  },
})

export type CatalogItem = RecordOf<typeof catalogItems>
