/** Documents the response header `ETag` of a call's answer. */
export const etagHeader = {
  ETag: {
    description: 'For `If-None-Match`; a record’s begins with its version, for `If-Match`',
    schema: { type: 'string' as const },
  },
}

/** Documents the request header `If-Match` of a call that refuses to change an outdated record. */
export const ifMatchHeader = {
  'If-Match': {
    description: 'The `ETag` of the record as it was read, or its version in quotes; 412 when it was changed since',
    schema: { type: 'string' as const, examples: ['"3"'] },
  },
}

/** Documents the response header `X-Total-Count` of a call that answers one page of a list. */
export const totalHeader = {
  'X-Total-Count': { description: 'How many records there are on all pages', schema: { type: 'integer' as const } },
}
