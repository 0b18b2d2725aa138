export const bookingStart = {
  // Between `|`: what somebody types who wants to book, in small letters.
  'bookingStart.starts': 'new booking|booking|book',
  'bookingStart.fillers': 'for|on|with',
  'bookingStart.atTimes': 'at',
  'bookingStart.label': 'New booking',
  'bookingStart.block': 'Block time…',
  'bookingStart.unknown': 'not found: %{names}',
  'bookingStart.noTime': 'free times from %{date}',
} as const
