/** The part of the validator that the tests use. */
declare module '@seriousme/openapi-schema-validator' {
  export class Validator {
    validate(document: object): Promise<{ valid: boolean; errors?: unknown }>
  }
}
