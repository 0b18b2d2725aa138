import type { webhooks as english } from '../../en/machine/webhooks'

export const webhooks: Readonly<Record<keyof typeof english, string>> = {
  'webhooks.test': 'Test senden',
  'webhooks.tested': 'Der Test ist angekommen',
  'webhooks.testFailed': 'Der Test ist nicht angekommen: siehe unten',
  'webhooks.rotate': 'Neues Geheimnis',
  'webhooks.rotateQuestion':
    'Aufrufe werden sofort mit dem neuen Geheimnis unterschrieben, 24 Stunden lang zusätzlich mit dem jetzigen.',
  'webhooks.rotateConfirm': 'Neues Geheimnis machen',
  'webhooks.secret': 'Das Geheimnis dieses Webhooks',
  'webhooks.secretLabel': 'Geheimnis',
  'webhooks.once': 'Heben Sie es jetzt auf: Es wird nur dieses eine Mal gezeigt.',
  'webhooks.care': 'Geben Sie es dem Empfänger: Es beweist, dass ein Aufruf von hier kommt.',
  'webhooks.copy': 'Kopieren',
  'webhooks.copied': 'Kopiert',
  'webhooks.marked': 'Das Geheimnis ist markiert; kopieren Sie es mit der Tastatur',
  'webhooks.close': 'Ich habe es aufgehoben',
  'webhooks.cancel': 'Abbrechen',
  'webhooks.hint': 'Geheimnis: …%{hint}',
  'webhooks.arrived': 'Zuletzt angekommen: %{at}',
  'webhooks.never': 'Noch ist nichts angekommen',
  'webhooks.failing': 'Seit %{at} kommt nichts an',
  'webhooks.formerUntil': 'Das frühere Geheimnis gilt noch bis %{at}',
}
