import type { Failure } from '../../ui/failure/failure'

/** Messages by field, or one under `root.server` if no field is at fault. */
export const formErrors = ({ errors, detail }: Pick<Failure, 'errors' | 'detail'>): Record<string, string> =>
  Object.keys(errors).length > 0 ? errors : { 'root.server': detail }
