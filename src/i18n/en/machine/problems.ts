/** By a problem document's code. English shows the API's own, more detailed text. */
export const problems = {
  'problems.network': 'The server cannot be reached. Try again.',
  'problems.offline': 'You are offline: nothing was saved.',
  'problems.unexpected_answer': 'The server did not answer as expected.',
  'problems.forbidden': 'You do not have the permission for this.',
  'problems.user_inactive': 'This account is not active. Ask an administrator.',
  'problems.not_found': 'This does not exist, or not any more.',
  'problems.conflict': 'This does not go with what is saved by now.',
  'problems.in_use': 'It is still in use.',
  'problems.stale': 'This was changed by somebody else meanwhile.',
  'problems.too_slow': 'This did not arrive in time. Try again.',
  'problems.too_large': 'This is too large.',
  'problems.validation': 'Please check what you have entered.',
  'problems.rate_limited': 'Too many requests. Try again in a moment.',
  'problems.internal': 'Something went wrong on our side.',
  'problems.unavailable': 'The service is busy. Try again in a moment.',
  'problems.auth_unavailable': 'The sign-in service does not answer.',
} as const
