import type { webhooks as english } from '../../en/features/webhooks'

export const webhooks: Readonly<Record<keyof typeof english, string>> = {
  'webhooks.test': 'Test senden',
  'webhooks.tested': 'Der Test ist angekommen',
  'webhooks.testFailed': 'Der Test ist nicht angekommen: siehe unten',
  'webhooks.rotate': 'Neues Geheimnis',
  'webhooks.rotateQuestion':
    'Aufrufe werden sofort mit dem neuen Geheimnis unterschrieben, 24 Stunden lang zusätzlich mit dem jetzigen.',
  'webhooks.rotateConfirm': 'Neues Geheimnis machen',
  'webhooks.failed': 'Das hat nicht geklappt. Bitte noch einmal versuchen.',
  'webhooks.secret': 'Das Geheimnis dieses Webhooks',
  'webhooks.secretText':
    'Geben Sie es dem Empfänger: es beweist, dass ein Aufruf von hier kommt. Es wird jetzt gezeigt und nie wieder.',
  'webhooks.copy': 'Kopieren',
  'webhooks.copied': 'Kopiert',
  'webhooks.close': 'Ich habe es aufgehoben',
  'webhooks.cancel': 'Abbrechen',
  'webhooks.hint': 'Geheimnis: …%{hint}',
  'webhooks.arrived': 'Zuletzt angekommen: %{at}',
  'webhooks.never': 'Noch ist nichts angekommen',
  'webhooks.failing': 'Seit %{at} kommt nichts an',
  'webhooks.formerUntil': 'Das frühere Geheimnis gilt noch bis %{at}',
}
