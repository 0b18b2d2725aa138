/** The headers of answers that calls document by name. */
export const answerHeaders = {
  ETag: {
    description: 'For `If-None-Match`; a record’s begins with its version, for `If-Match`',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'How many records there are on all pages', schema: { type: 'integer' } },
  'Content-Disposition': { description: 'The name of a file', schema: { type: 'string' } },
} as const
