import {
  choice,
  defineResource,
  email,
  flag,
  image,
  instant,
  locale,
  phone,
  type RecordOf,
  text,
  timezone,
} from '../schema'

export const users = defineResource({
  name: 'users',
  label: ['User', 'Users'],
  icon: 'people',
  scope: 'platform',
  api: '/users',
  screens: { base: '/superadmin/users', form: 'page' },
  access: { read: 'superuser', write: 'superuser' },
  fields: {
    email: email({ required: true, unique: true, label: 'E-mail' }),
    name: text(),
    userType: choice(['superuser', 'user'], { default: 'user', label: 'Type', writeRole: 'superuser' }),
    isActive: flag({ default: true, label: 'Active', help: 'Inactive users cannot sign in.' }),
    phone: phone(),
    avatar: image({ ratio: 1, label: 'Picture' }),
    locale: locale({ label: 'Language' }),
    timeZone: timezone({ help: 'Changes how times are shown, never what they mean.' }),
    lastSignInAt: instant({ readOnly: true, label: 'Last sign-in' }),
  },
  represent: 'email',
  picture: 'avatar',
  list: {
    columns: ['email', 'name', 'userType', 'isActive', 'lastSignInAt'],
    search: ['email', 'name'],
    filters: ['userType', 'isActive'],
    sort: 'email',
  },
  form: [
    {
      name: 'account',
      title: 'Account',
      help: 'Who it is, and what they may do.',
      fields: ['email', 'name', 'userType', 'isActive'],
    },
    {
      name: 'preferences',
      title: 'Preferences',
      help: 'How the product looks to them.',
      fields: ['phone', 'avatar', 'locale', 'timeZone'],
    },
  ],
})

export type User = RecordOf<typeof users>
