export const bookingStart = {
  // Between `|`: typed words for a new booking.
  'bookingStart.starts': 'new booking|booking|book',
  // Typed words for a move.
  'bookingStart.moves': 'move',
  'bookingStart.fillers': 'for|on|with|to',
  'bookingStart.atTimes': 'at',
  'bookingStart.label': 'New booking',
  'bookingStart.move': 'Move the next booking…',
  'bookingStart.block': 'Block time…',
  'bookingStart.unknown': 'not found: %{names}',
  'bookingStart.noTime': 'free times from %{date}',
  // Other words in the palette.
  'bookingStart.also.availability': 'calendar timeline day week schedule diary free times',
  'bookingStart.also.reports': 'statistics figures numbers analytics turnover',
  'bookingStart.also.setup': 'configuration template checklist copy import export document closed days',
  'bookingStart.also.block': 'close closed holiday vacation break absence away out of office',
} as const
