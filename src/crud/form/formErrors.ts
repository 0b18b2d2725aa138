import type { Failure } from '../../ui/failure/failure'

/** A refusal as a form takes it: messages by field, or under `root.server` one that concerns no single field. */
export const formErrors = ({ errors, detail }: Pick<Failure, 'errors' | 'detail'>): Record<string, string> =>
  Object.keys(errors).length > 0 ? errors : { 'root.server': detail }
