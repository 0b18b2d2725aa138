import { invalidField } from '../../serve'

/** A dry run has no effect to protect from a retry. @throws Problem `validation` for an `Idempotency-Key` */
export const refuseKey = (headers: Pick<Headers, 'has'>): void => {
  if (headers.has('idempotency-key')) throw invalidField('Idempotency-Key', 'validation.notWithDryRun')
}
