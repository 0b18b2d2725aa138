import type { notifications as english } from '../../en/features/notifications'

export const notifications: Readonly<Record<keyof typeof english, string>> = {
  'mails.sent': 'E-Mails, die hinausgehen',
  'mails.names': 'Wird beim Versand ausgefüllt:',
  'mails.preview': 'So sieht sie aus',
  'mails.choose': 'Wählen Sie eine E-Mail und eine Sprache, um sie zu sehen.',
  'mails.test': 'Mir einen Test senden',
  'mails.tested': 'Ein Test ist unterwegs zu Ihnen',
}
