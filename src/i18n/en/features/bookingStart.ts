export const bookingStart = {
  // Between `|`: what somebody types who wants to book, in small letters.
  'bookingStart.starts': 'new booking|booking|book',
  // What somebody types who wants to move a booking.
  'bookingStart.moves': 'move',
  'bookingStart.fillers': 'for|on|with|to',
  'bookingStart.atTimes': 'at',
  'bookingStart.label': 'New booking',
  'bookingStart.move': 'Move the next booking…',
  'bookingStart.block': 'Block time…',
  'bookingStart.unknown': 'not found: %{names}',
  'bookingStart.noTime': 'free times from %{date}',
  // Other words by which the palette finds them.
  'bookingStart.also.availability': 'calendar timeline day week schedule diary free times',
  'bookingStart.also.reports': 'statistics figures numbers analytics turnover',
  'bookingStart.also.setup': 'configuration template checklist copy import export document closed days',
  'bookingStart.also.block': 'close closed holiday vacation break absence away out of office',
} as const
