export const calendarFeeds = {
  'calendarFeeds.made': 'The address of your calendar',
  'calendarFeeds.once': 'Copy it now: it is shown this once.',
  'calendarFeeds.care':
    'Subscribe to it in your calendar program (“from URL”). Whoever knows the address reads the calendar.',
  'calendarFeeds.address': 'Address',
  'calendarFeeds.copy': 'Copy',
  'calendarFeeds.copied': 'Copied',
  'calendarFeeds.marked': 'The address is marked; copy it with your keyboard',
  'calendarFeeds.done': 'I have copied it',
  'calendarFeeds.rotate': 'New address for “%{name}”?',
  'calendarFeeds.cancel': 'Cancel',
  'calendarFeeds.member': 'Member',
  'calendarFeeds.own': 'My own bookings',
} as const
