import { type Fields, items, locale } from '../declare'

/** One entry per language; omitted texts stay in the original. */
export const translations = <const F extends Fields>(fields: F) =>
  items(
    { language: locale({ required: true }), ...fields },
    { max: 10, itemLabel: 'language', distinct: 'language', help: 'For booking pages in other languages than yours.' },
  )
