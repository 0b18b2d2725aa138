/** Loaded with the accounts. */
export const demo = {
  'demo.title': 'Look around as',
  'demo.may.owner': 'Owner of Harbor Spa and City Courts: sets up everything, and books',
  'demo.may.staff': 'Works at Harbor Spa: takes bookings, knows the customers',
  'demo.may.viewer': 'Looks on at City Courts, and changes nothing',
  'demo.may.superuser': 'Runs the installation: tenants, users, and all they see',
  'demo.may.nobody': 'Just signed up, and is in no tenant yet',
} as const
