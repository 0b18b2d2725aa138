import { defineSingleton, flag, integer, longText } from 'slotwise/declare'

export const lendingRules = defineSingleton({
  name: 'lendingRules',
  label: ['Lending Rules', 'Lending Rules'],
  icon: 'rule',
  scope: 'tenant',
  api: '/lending-rules',
  screens: { base: '/settings/lending-rules', form: 'page' },
  access: { read: 'viewer', write: 'admin' },
  fields: {
    maxDays: integer({ default: 14, min: 1, max: 365, unit: 'days', label: 'Longest loan' }),
    lendsToBarred: flag({ default: false, label: 'Barred people may borrow' }),
    terms: longText(),
  },
  form: ['maxDays', 'lendsToBarred', 'terms'],
})
