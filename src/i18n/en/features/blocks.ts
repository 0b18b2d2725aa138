export const blocks = {
  'blocks.inTheWay':
    '%{smart_count} booking is in the way, and stays |||| %{smart_count} bookings are in the way, and stay',
  'blocks.handLater': 'Once this is saved, they can be handed over to whoever is free.',
  'blocks.widened': 'The clocks change in this night: it closes a little more, since the same time comes twice.',
  'blocks.move': 'Move…',
  'blocks.moveOf': 'Move %{name}…',
  'blocks.goesTo': 'Can go to %{names}',
  'blocks.staysHere': 'Nobody else can take it.',
  'blocks.handOver': 'Hand over %{smart_count} booking |||| Hand over %{smart_count} bookings',
  'blocks.handedOver': '%{smart_count} booking was handed over |||| %{smart_count} bookings were handed over',
  'blocks.more': 'and %{smart_count} more |||| and %{smart_count} more',
  'blocks.left': 'Bookings in the way',
  'blocks.done': 'Done',
} as const
