import type { calendarFeeds as english } from '../../en/features/calendarFeeds'

export const calendarFeeds: Readonly<Record<keyof typeof english, string>> = {
  'calendarFeeds.made': 'Die Adresse Ihres Kalenders',
  'calendarFeeds.once': 'Kopieren Sie sie jetzt: Sie wird nur dieses eine Mal gezeigt.',
  'calendarFeeds.care':
    'Abonnieren Sie sie in Ihrem Kalenderprogramm („per URL“). Wer die Adresse kennt, liest den Kalender.',
  'calendarFeeds.address': 'Adresse',
  'calendarFeeds.copy': 'Kopieren',
  'calendarFeeds.copied': 'Kopiert',
  'calendarFeeds.marked': 'Die Adresse ist markiert; kopieren Sie sie mit der Tastatur',
  'calendarFeeds.done': 'Ich habe sie kopiert',
  'calendarFeeds.rotate': 'Neue Adresse für „%{name}“?',
  'calendarFeeds.cancel': 'Abbrechen',
  'calendarFeeds.member': 'Mitglied',
  'calendarFeeds.own': 'Meine eigenen Buchungen',
}
