import type { offline as english } from '../../en/machine/offline'

export const offline: Readonly<Record<keyof typeof english, string>> = {
  'offline.notice': 'Sie sind offline. Was Sie sehen, ist von %{time}, und speichern geht nicht.',
}
