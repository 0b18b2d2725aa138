/** Shown once. */
export const apiKeys = {
  'apiKeys.made': 'Your new key',
  'apiKeys.once': 'Copy it now: it is shown this once.',
  'apiKeys.care':
    'Keep it where only the program can read it, never on a web page or in an app. Whoever has it can do all that it may.',
  'apiKeys.key': 'API key',
  'apiKeys.copy': 'Copy',
  'apiKeys.copied': 'Copied',
  'apiKeys.marked': 'The key is marked; copy it with your keyboard',
  'apiKeys.done': 'I have copied it',
} as const
