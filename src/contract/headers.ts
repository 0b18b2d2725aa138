/** Documents the response header `ETag`. */
export const etagHeader = {
  ETag: {
    description: 'For `If-None-Match`; a record’s begins with its version, for `If-Match`',
    schema: { type: 'string' as const },
  },
}

/** Documents the request header `If-Match`, for calls that refuse outdated changes. */
export const ifMatchHeader = {
  'If-Match': {
    description: 'The `ETag` of the record as it was read, or its version in quotes; 412 when it was changed since',
    schema: { type: 'string' as const, examples: ['"3"'] },
  },
}

/** Documents the response header `X-Total-Count`, for answers of one page. */
export const totalHeader = {
  'X-Total-Count': { description: 'How many records there are on all pages', schema: { type: 'integer' as const } },
}
