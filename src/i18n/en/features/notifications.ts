export const notifications = {
  'mails.sent': 'Mails that go out',
  'mails.names': 'Filled in when it is sent:',
  'mails.preview': 'What it looks like',
  'mails.choose': 'Choose a mail and a language to see it.',
  'mails.test': 'Send me a test',
  'mails.tested': 'A test is on its way to you',
} as const
