declare module '@seriousme/openapi-schema-validator' {
  export class Validator {
    validate(document: object): Promise<{ valid: boolean; errors?: unknown }>
  }
}
