/** English texts of validation messages; `%{name}` is filled from the arguments, as react-admin's i18n does. */
export const validationMessages = {
  'validation.required': 'Required',
  'validation.invalid': 'This value is not valid',
  'validation.unknown': 'There is no such field',
  'validation.tooLong': 'At most %{max} characters',
  'validation.tooShort': 'At least %{min} characters',
  'validation.tooMany': 'At most %{max}',
  'validation.tooFew': 'At least %{min}',
  'validation.tooLarge': 'At most %{max}',
  'validation.tooSmall': 'At least %{min}',
  'validation.number': 'Enter a whole number',
  'validation.text': 'Enter text',
  'validation.flag': 'Choose yes or no',
  'validation.choice': 'Choose one of: %{values}',
  'validation.email': 'Enter an e-mail address, such as name@example.com',
  'validation.phone': 'Enter the number with its country code, such as +4930123456',
  'validation.url': 'Enter an address that begins with https://',
  'validation.slug': 'Use lower-case letters, digits and hyphens, with no hyphen at either end',
  'validation.reserved': 'This name is reserved; choose another',
  'validation.color': 'Enter a colour such as #1A73E8',
  'validation.currency': 'Enter a currency code such as EUR',
  'validation.country': 'Enter the two letters of a country, such as DE',
  'validation.timeZone': 'Enter a time zone such as Europe/Berlin',
  'validation.date': 'Enter a date as YYYY-MM-DD',
  'validation.time': 'Enter a time as HH:mm',
  'validation.instant': 'Enter a moment in UTC, such as 2026-03-02T09:00:00Z',
  'validation.uuid': 'Choose a record from the list',
  'validation.emptyHours': 'The end must differ from the start',
  'validation.hoursOverlap': 'These hours overlap others of the same day, or run into the next one’s',
  'validation.endsBeforeStart': 'The end must not be before the start',
  'validation.yearlyTooLong': 'A yearly range may cover at most 31 days',
  'validation.closedWithHours': 'A closed day has no hours; remove them or open the day',
  'validation.openWithoutHours': 'Add hours, or mark the day as closed',
  'validation.overrideShared': 'This shares a date with “%{other}”',
  'validation.minAboveMax': 'The minimum must not be above the maximum',
  'validation.notOnStep': 'The maximum must be reachable from the minimum in whole steps',
  'validation.oneOfTwo': 'Fill in at least one of the two',
  'validation.bothOrNone': 'Fill in both times, or neither',
  'validation.tooManyDays': 'At most 366 days; for yearly rules at most 31',
  'validation.offsetTooLarge': 'The offset must be smaller than the interval',
  'validation.targetsWithAll': 'A rule for all resources names none; remove these or switch “All resources” off',
  'validation.itemsWithAll':
    'A channel that sells everything names no items; remove these or switch “Sells all items” off',
  'validation.pricingUnit': 'Per hour needs a flexible duration, per day a daily one',
  'validation.contactNeeded': 'Enter an e-mail address or a telephone number',
  'validation.partOfItself': 'A resource cannot be part of itself or of one of its parts',
  'validation.tooDeep': 'At most %{max} levels of resources',
  'validation.inactive': 'This is not active; choose another, or activate it first',
  'validation.defaultSchedule': 'Resources follow this schedule by default; choose another in the settings first',
  'validation.backOffice': 'Exactly one channel is the back office, and it stays active',
  'validation.tenantCurrency': 'Prices here are in %{currency}',
  'validation.missing.variant': 'Add an active variant first',
  'validation.missing.resource': 'Assign an active resource to a variant first',
  'validation.missing.status': 'Set the status to active',
  'validation.missing.hours': 'Give an assigned resource a schedule first, or choose a default one in the settings',
  'validation.repeated': 'Each value may appear once',
  'validation.immutable': 'This cannot be changed after the record was created',
  'validation.forbidden': 'You may not change this',
  'validation.unique': 'Another record already uses this',
  'validation.reference': 'There is no such record',
} as const

export interface Message {
  key: string
  args: Readonly<Record<string, string | number>>
}

const texts: Readonly<Record<string, string>> = validationMessages

/** The English sentence of a message; a key without a text is the text itself. */
export const englishText = ({ key, args }: Message): string =>
  (texts[key] ?? key).replace(/%\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''))
