import {
  activation,
  choice,
  defineResource,
  flag,
  integer,
  localDate,
  longText,
  type RecordOf,
  type ResourceRef,
  reference,
  references,
  text,
  typed,
} from '../declare'
import { blocks } from './blocks'
import { channels } from './channels'
import { bookableResources } from './resources'
import { resourceTypes } from './resourceTypes'
import { type RuleTypeName, ruleTypeNames, ruleTypes } from './ruleTypes'

const typeLabels = Object.fromEntries(ruleTypeNames.map(name => [name, ruleTypes[name].label])) as Record<
  RuleTypeName,
  string
>

export const resourceRules = defineResource({
  name: 'resourceRules',
  label: ['Resource Rule', 'Resource Rules'],
  icon: 'rule',
  scope: 'tenant',
  api: '/bookings/resource-rules',
  screens: { base: '/setup/resource-rules', form: 'dialog' },
  access: { read: 'viewer', write: 'admin' },
  apiScopes: { read: ['setup.read'], write: ['setup'] },
  fields: {
    name: text({ required: true, unique: true, help: 'Named wherever the rule refuses something.' }),
    ruleType: choice(ruleTypeNames, { required: true, immutable: true, label: 'Type', labels: typeLabels }),
    parameters: typed('ruleType', ruleTypes),
    applyToAllResources: flag({ label: 'All resources', help: 'Also those added later.' }),
    resourceIds: references((): ResourceRef => bookableResources, { label: 'Resources' }),
    resourceTypeIds: references((): ResourceRef => resourceTypes, {
      label: 'Resource types',
      help: 'All resources of these types, also those added later.',
    }),
    channelIds: references((): ResourceRef => channels, {
      label: 'Channels',
      help: 'Only for bookings through these channels. Empty: all channels.',
    }),
    validFrom: localDate(),
    validUntil: localDate({ help: 'The last day, included.' }),
    message: longText({ max: 240, help: 'Shown to whoever is refused.' }),
    isActive: flag({ default: true, label: 'Active', help: 'Inactive rules are ignored everywhere.' }),
    blockId: reference((): ResourceRef => blocks, { readOnly: true, help: 'The block that the rule is a part of.' }),
    affectedResourceCount: integer({ computed: true, default: 0, label: 'Resources affected' }),
  },
  limit: 1_000,
  duplicate: true,
  represent: 'name',
  import: { keys: [['name']] },
  // Blocks are not set-up.
  setup: { key: ['name'], where: { blockId: { present: false } } },
  dialogs: 'side',
  actions: activation,
  list: {
    columns: ['name', 'ruleType', 'applyToAllResources', 'affectedResourceCount', 'isActive'],
    joined: {
      applyToAllResources: { label: 'Applies to', with: ['resourceIds', 'resourceTypeIds', 'channelIds'] },
    },
    search: ['name', 'message'],
    filters: ['ruleType', 'applyToAllResources', 'isActive'],
    filterFields: { resourceId: reference((): ResourceRef => bookableResources, { label: 'In effect for' }) },
    sort: 'name',
  },
  form: [
    {
      name: 'rule',
      title: 'Rule',
      help: 'What bookings have to keep to.',
      fields: ['name', 'ruleType', 'parameters', 'isActive'],
    },
    {
      name: 'appliesTo',
      title: 'Applies to',
      help: 'For which resources, and through which channels.',
      fields: ['applyToAllResources', 'resourceIds', 'resourceTypeIds', 'channelIds'],
    },
    {
      name: 'seasonAndMessage',
      title: 'Season and message',
      help: 'When it is in force, and what people are told.',
      fields: ['validFrom', 'validUntil', 'message'],
    },
  ],
  conditions: {
    resourceIds: { when: { applyToAllResources: [false] } },
    resourceTypeIds: { when: { applyToAllResources: [false] } },
  },
  bounds: { validUntil: { min: 'validFrom' } },
  check: ({ applyToAllResources, resourceIds, resourceTypeIds }) => ({
    ...(applyToAllResources && resourceIds?.length && { resourceIds: 'validation.targetsWithAll' }),
    ...(applyToAllResources && resourceTypeIds?.length && { resourceTypeIds: 'validation.targetsWithAll' }),
  }),
  texts: { empty: 'Rules say when and how resources may be booked: closures, limits, notice, buffers, approval.' },
})

export type ResourceRule = RecordOf<typeof resourceRules>
