import type { channels as english } from '../../en/features/channels'

export const channels: Readonly<Record<keyof typeof english, string>> = {
  'channels.open': 'Seite öffnen',
  'channels.preview': 'So beginnt die Seite',
  'channels.unsaved': 'Speichern Sie, um die Seite zu veröffentlichen; Adresse und Vorschau stehen dann hier.',
  'channels.embed': 'Um sie in Ihrer Website zu zeigen',
  'channels.embed.inline': 'In der Seite',
  'channels.embed.popup': 'Nach einem Klick',
  'channels.embed.floating': 'Knopf in der Ecke',
  'channels.embedLabel': 'Jetzt buchen',
  'channels.copy': 'Kopieren',
  'channels.copied': 'Kopiert',
  'channels.marked': 'Der Code ist markiert; kopieren Sie ihn mit der Tastatur',
}
