export * as invitations from './invitations'
export * as savedViews from './savedViews'
export * as tenants from './tenants'
export * as users from './users'
