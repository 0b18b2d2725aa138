import type { ComponentProps } from 'react'
import { TenantBegins } from './TenantBegins'
import { TenantGoes } from './TenantGoes'

/** Below the form and in the dialogs of a tenant, in one piece: each more lengthens every first page. */
const TenantViews = (props: ComponentProps<typeof TenantBegins> | ComponentProps<typeof TenantGoes>) =>
  'onNote' in props ? <TenantBegins {...props} /> : <TenantGoes {...props} />

export default TenantViews
