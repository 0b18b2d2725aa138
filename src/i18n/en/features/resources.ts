export const resources = {
  'resources.reassign': 'Hand over the bookings of %{name}',
  'resources.reassignText':
    'Bookings to come keep their times. One that the other resource cannot take stays where it is.',
  'resources.reassignTo': 'To',
  'resources.reassignSearch': 'Search resources',
  'resources.reassignFrom': 'First day',
  'resources.reassignUntil': 'Last day',
  'resources.reassignNone': 'There is nothing to hand over on these days.',
  'resources.reassignMoves': '%{smart_count} booking can go over. |||| %{smart_count} bookings can go over.',
  'resources.reassignStays': '%{smart_count} booking stays: |||| %{smart_count} bookings stay:',
  'resources.reassignDo': 'Hand over %{smart_count} booking |||| Hand over %{smart_count} bookings',
  'resources.reassignDone': '%{smart_count} booking was handed over |||| %{smart_count} bookings were handed over',
  'resources.reassignLook': 'Looking at what can go over …',
  'problems.slot_unavailable': 'The other resource cannot take this time.',
} as const
