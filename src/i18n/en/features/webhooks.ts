/** Webhooks: their secret, and tests. */
export const webhooks = {
  'webhooks.test': 'Send a test',
  'webhooks.tested': 'The test has arrived',
  'webhooks.testFailed': 'The test did not arrive: see below',
  'webhooks.rotate': 'New secret',
  'webhooks.rotateQuestion':
    'Calls are signed with the new secret at once. For 24 hours they carry a signature with the present one, too.',
  'webhooks.rotateConfirm': 'Make a new secret',
  'webhooks.failed': 'That did not work. Please try again.',
  'webhooks.secret': 'The secret of this webhook',
  'webhooks.secretText':
    'Give it to the receiver: it proves that a call comes from here. It is shown now and never again.',
  'webhooks.copy': 'Copy',
  'webhooks.copied': 'Copied',
  'webhooks.close': 'I have kept it',
  'webhooks.cancel': 'Cancel',
  'webhooks.hint': 'Secret: …%{hint}',
  'webhooks.arrived': 'Last arrived: %{at}',
  'webhooks.never': 'Nothing has arrived yet',
  'webhooks.failing': 'Nothing arrives since %{at}',
  'webhooks.formerUntil': 'The former secret holds until %{at}',
} as const
