import { describe, expect, it } from 'vitest'
import { resourceMessages } from '../../../src/crud/text/resourceMessages'
import { resources } from '../../../src/resources'

describe('the messages of generated screens', () => {
  const messages = resourceMessages(resources)

  it('are made from the declarations, under the keys that react-admin reads', () => {
    expect(messages).toMatchObject({
      'resources.channels.name': 'Channel |||| Channels',
      'resources.channels.fields.autoConfirm': 'Confirm at once',
      'resources.channels.fields.updatedAt': 'Updated',
      'resources.channels.help.isActive': 'Inactive channels take no new bookings.',
      'resources.channels.choices.kind.back_office': 'Back office',
      'resources.channels.notifications.created': 'Channel created successfully',
      'resources.channels.notifications.deleteFailed': 'Failed to delete channel',
      'resources.channels.page.create': 'New Channel',
      'resources.channels.loading.list': 'Loading Channels...',
      'resources.tenants.loading.edit': 'Loading tenant...',
      'resources.tenants.sections.placeAndTime.title': 'Place and time',
    })
  })
})
