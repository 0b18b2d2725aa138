import { type Fields, items, locale } from '../schema'

/** What a record says in further languages on booking pages: one entry each, and what it leaves out stays as it is. */
export const translations = <const F extends Fields>(fields: F) =>
  items(
    { language: locale({ required: true }), ...fields },
    { max: 10, itemLabel: 'language', distinct: 'language', help: 'For booking pages in other languages than yours.' },
  )
