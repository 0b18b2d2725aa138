import type { ComponentProps } from 'react'
import { EditForm } from '../../show'

const CustomerForm = (props: Required<Pick<ComponentProps<typeof EditForm>, 'isReadOnly' | 'onReload'>>) => (
  <EditForm {...props} onSaved={() => void props.onReload()} />
)

export default CustomerForm
