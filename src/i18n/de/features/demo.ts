import type { demo as english } from '../../en/features/demo'

export const demo: Readonly<Record<keyof typeof english, string>> = {
  'demo.title': 'Sehen Sie sich um als',
  'demo.may.owner': 'Inhaberin von Harbor Spa und City Courts: richtet alles ein, und bucht',
  'demo.may.staff': 'Arbeitet bei Harbor Spa: nimmt Buchungen an, kennt die Kunden',
  'demo.may.viewer': 'Sieht bei City Courts zu und ändert nichts',
  'demo.may.superuser': 'Betreibt die Installation: Mandanten, Benutzer und alles, was sie sehen',
  'demo.may.nobody': 'Hat sich gerade registriert und ist noch bei keinem Mandanten',
}
