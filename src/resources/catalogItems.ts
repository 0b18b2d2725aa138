import {
  action,
  choice,
  color,
  count,
  defineResource,
  flag,
  image,
  integer,
  items,
  locale,
  longText,
  min,
  money,
  type RecordOf,
  type ResourceRef,
  slug,
  tags,
  text,
} from '../declare'
import { bookings } from './bookings'
import { translations } from './translations'
import { variants } from './variants'

/** See docs/domain.md#catalog-items-and-variants. */
const questionFields = {
  key: text({ required: true, max: 40, help: 'A short name for exports, such as allergies.' }),
  label: text({ required: true, max: 240, label: 'Question' }),
  type: choice(['text', 'textarea', 'number', 'select', 'checkbox', 'date'], {
    default: 'text',
    labels: { textarea: 'Long text', select: 'Choice' },
  }),
  required: flag({ label: 'Must be answered' }),
  options: tags({ maxItems: 50, maxLength: 120, help: 'The choices, for a question of the type Choice.' }),
}

export const catalogItems = defineResource({
  name: 'catalogItems',
  label: ['Catalog Item', 'Catalog'],
  icon: 'menuBook',
  scope: 'tenant',
  api: '/catalog-items',
  screens: { base: '/setup/catalog', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'viewer', write: 'admin' },
  apiScopes: { read: ['setup.read', 'availability.read'], write: ['setup'] },
  fields: {
    name: text({ required: true, unique: true, help: 'Such as Haircut, City tour or Meeting room.' }),
    slug: slug({ from: 'name', unique: true, help: 'For links and exports. Made from the name when left empty.' }),
    description: longText(),
    image: image({ ratio: 4 / 3, label: 'Picture' }),
    color: color(),
    category: text({ max: 60 }),
    status: choice(['draft', 'active', 'archived'], {
      default: 'draft',
      help: 'Only active items can be booked.',
      tones: { draft: 'off', active: 'good', archived: 'done' },
    }),
    questions: items(questionFields, {
      max: 20,
      itemLabel: 'question',
      distinct: 'key',
      help: 'Asked when booking.',
      conditions: { options: { when: { type: ['select'] } } },
      check: ({ type, options }) =>
        type === 'select' && options.length === 0 ? { options: 'validation.required' } : {},
    }),
    translations: translations({
      name: text(),
      description: longText(),
      category: text({ max: 60 }),
    }),
    questionTranslations: items(
      {
        language: locale({ required: true }),
        key: text({ required: true, max: 40, help: 'Of the question.' }),
        label: text({ max: 240, label: 'Question' }),
        options: tags({ maxItems: 50, maxLength: 120, help: 'The choices in the same order.' }),
      },
      { max: 100, itemLabel: 'question' },
    ),
    sortOrder: integer({ default: 0, min: 0, max: 10_000 }),
    variantCount: count((): ResourceRef => variants, 'catalogItemId', { label: 'Variants' }),
    fromPrice: money({
      derived: min((): ResourceRef => variants, 'catalogItemId', 'price', { isActive: [true] }),
      label: 'From',
    }),
  },
  represent: 'name',
  import: { keys: [['slug'], ['name']] },
  setup: { key: ['slug'], retired: { status: 'archived' } },
  picture: 'image',
  actions: {
    activate: action({
      label: 'Activate',
      done: 'Activated',
      offered: ({ status }: { status?: string }) => status !== 'active',
      sets: { status: 'active' },
      button: 'own',
    }),
    duplicate: action({
      label: 'Duplicate',
      done: 'Duplicated',
      input: { name: text({ label: 'Name of the copy', help: 'Made from the name when left empty.' }) },
      confirm: 'The copy is a draft, with the variants and their resources. SKUs stay with the original.',
      answers: 'created',
    }),
  },
  related: [{ of: (): ResourceRef => bookings, by: 'catalogItemId' }],
  trash: { days: 30 },
  list: {
    columns: ['name', 'category', 'status', 'variantCount', 'fromPrice'],
    search: ['name', 'description', 'category'],
    filters: ['status', 'category', 'image'],
    sort: 'sortOrder',
  },
  form: [
    {
      name: 'item',
      title: 'Item',
      help: 'What people look for when they book.',
      fields: ['name', 'slug', 'category', 'status', 'description'],
    },
    {
      name: 'looks',
      title: 'Looks',
      help: 'How it stands out in calendars and lists.',
      fields: ['image', 'color', 'sortOrder'],
    },
    { name: 'questions', title: 'Questions', help: 'What you need to know from whoever books.', fields: ['questions'] },
    {
      name: 'languages',
      title: 'Languages',
      help: 'What booking pages say in other languages than yours.',
      fields: ['translations', 'questionTranslations'],
    },
  ],
  createForm: ['name', 'category', 'description'],
  texts: {
    empty:
      'The catalog is what you offer: services, tours, rooms, rentals. Each item has variants with a length and a price.',
  },
})

export type CatalogItem = RecordOf<typeof catalogItems>
