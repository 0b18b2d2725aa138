export const demoPassword = 'demo-password-1'

type DemoRole = 'owner' | 'staff' | 'viewer'

interface DemoAccount {
  email: string
  name: string
  userType?: 'superuser'
  roles: Readonly<Record<string, DemoRole>>
  may: 'superuser' | 'owner' | 'staff' | 'viewer' | 'nobody'
}

/** README.md lists them. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'admin@demo.test',
    name: 'Ada Admin',
    roles: { 'harbor-spa': 'owner', 'city-courts': 'owner' },
    may: 'owner',
  },
  { email: 'staff@demo.test', name: 'Stella Staff', roles: { 'harbor-spa': 'staff' }, may: 'staff' },
  { email: 'viewer@demo.test', name: 'Victor Viewer', roles: { 'city-courts': 'viewer' }, may: 'viewer' },
  { email: 'super@demo.test', name: 'Sam Super', userType: 'superuser', roles: {}, may: 'superuser' },
  { email: 'nobody@demo.test', name: 'Nora Nobody', roles: {}, may: 'nobody' },
]
