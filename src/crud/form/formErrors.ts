import type { Failure } from '../../ui/failure/failure'

/** Under `root.server` without a field. */
export const formErrors = ({ errors, detail }: Pick<Failure, 'errors' | 'detail'>): Record<string, string> =>
  Object.keys(errors).length > 0 ? errors : { 'root.server': detail }
