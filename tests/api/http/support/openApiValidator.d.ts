/** What the tests use of the validator. */
declare module '@seriousme/openapi-schema-validator' {
  export class Validator {
    /** @param document is changed: references become what they refer to */
    validate(document: object): Promise<{ valid: boolean; errors?: unknown }>
  }
}
