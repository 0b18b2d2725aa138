/** What changes of the set-up would do. */
export const whatIf = {
  'whatIf.title': 'What this changes',
  'whatIf.removed': '%{smart_count} time goes |||| %{smart_count} times go',
  'whatIf.added': '%{smart_count} new time |||| %{smart_count} new times',
  'whatIf.changed': '%{smart_count} time has other room |||| %{smart_count} times have other room',
  'whatIf.stranded': '%{smart_count} booking could not take place |||| %{smart_count} bookings could not take place',
  'whatIf.irregular': '%{smart_count} booking breaks a rule |||| %{smart_count} bookings break a rule',
  'whatIf.unknown': 'What this changes cannot be said just now. It can be saved all the same.',

  'whatIf.earlier': 'Four weeks earlier',
  'whatIf.later': 'Four weeks later',
  'whatIf.days': 'Open hours by day',
  'whatIf.before': 'before',
  'whatIf.after': 'after',
  'whatIf.clockChange': '(%{length} long)',
  'whatIf.variants': 'Times by variant',
  'whatIf.gone': 'Gone',
  'whatIf.new': 'New',
  'whatIf.more': 'and %{smart_count} more',
  'whatIf.bookings': 'Bookings that no longer fit',
  'whatIf.nearest': 'Nearest free time: %{time}',
  'whatIf.laterCount':
    '%{smart_count} booking after that is not judged |||| %{smart_count} bookings after that are not judged',
  'whatIf.unchanged':
    '%{smart_count} variant that this concerns keeps its times |||| %{smart_count} variants that this concerns keep their times',
} as const
