/** Webhooks: their secret, and tests. */
export const webhooks = {
  'webhooks.test': 'Send a test',
  'webhooks.tested': 'The test has arrived',
  'webhooks.testFailed': 'The test did not arrive: see below',
  'webhooks.rotate': 'New secret',
  'webhooks.rotateQuestion':
    'Calls are signed with the new secret at once. For 24 hours they carry a signature with the present one, too.',
  'webhooks.rotateConfirm': 'Make a new secret',
  'webhooks.secret': 'The secret of this webhook',
  'webhooks.secretLabel': 'Secret',
  'webhooks.once': 'Keep it now: it is shown this once.',
  'webhooks.care': 'Give it to the receiver: it proves that a call comes from here.',
  'webhooks.copy': 'Copy',
  'webhooks.copied': 'Copied',
  'webhooks.marked': 'The secret is marked; copy it with your keyboard',
  'webhooks.close': 'I have kept it',
  'webhooks.cancel': 'Cancel',
  'webhooks.hint': 'Secret: …%{hint}',
  'webhooks.arrived': 'Last arrived: %{at}',
  'webhooks.never': 'Nothing has arrived yet',
  'webhooks.failing': 'Nothing has arrived since %{at}',
  'webhooks.formerUntil': 'The former secret holds until %{at}',
} as const
