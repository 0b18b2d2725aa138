import { invalidField } from '../../serve'

/** Of a dry run, which has no effect that could be had twice. @throws Problem `validation` for an `Idempotency-Key` */
export const refuseKey = (headers: Pick<Headers, 'has'>): void => {
  if (headers.has('idempotency-key')) throw invalidField('Idempotency-Key', 'validation.notWithDryRun')
}
