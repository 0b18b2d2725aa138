import type { ComponentProps } from 'react'
import { TenantBegins } from './TenantBegins'
import { TenantGoes } from './TenantGoes'

/** Each lazy piece lengthens every first page. */
const TenantViews = (props: ComponentProps<typeof TenantBegins> | ComponentProps<typeof TenantGoes>) =>
  'onNote' in props ? <TenantBegins {...props} /> : <TenantGoes {...props} />

export default TenantViews
