import type { apiKeys as english } from '../../en/machine/apiKeys'

export const apiKeys: Readonly<Record<keyof typeof english, string>> = {
  'apiKeys.made': 'Ihr neuer Schlüssel',
  'apiKeys.once': 'Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal gezeigt.',
  'apiKeys.care':
    'Bewahren Sie ihn so auf, dass nur das Programm ihn lesen kann, nie auf einer Webseite oder in einer App. Wer ihn hat, kann alles tun, was er darf.',
  'apiKeys.key': 'API-Schlüssel',
  'apiKeys.copy': 'Kopieren',
  'apiKeys.copied': 'Kopiert',
  'apiKeys.marked': 'Der Schlüssel ist markiert; kopieren Sie ihn mit der Tastatur',
  'apiKeys.done': 'Ich habe ihn kopiert',
}
