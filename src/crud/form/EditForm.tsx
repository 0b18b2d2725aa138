import type { ComponentProps, ReactNode } from 'react'
import { Stack } from '../../ui/layout'
import { ErrorSummary } from './ErrorSummary'
import { FormSections } from './FormSections'
import { FormToolbar } from './FormToolbar'
import styles from './form.module.css'
import { RecordForm } from './RecordForm'

interface EditFormProps
  extends Pick<ComponentProps<typeof RecordForm>, 'isReadOnly' | 'onReload' | 'onSaved' | 'className'> {
  /** Replace the declared sections. */
  children?: ReactNode
}

/** Changes the surrounding record on a page, which stays open: the form with its errors and its toolbar. */
export const EditForm = ({ children, ...props }: EditFormProps) => (
  <RecordForm className={styles.page} staysOpen {...props}>
    <ErrorSummary />
    {children ?? (
      <Stack gap="1.5rem" className={styles.panel}>
        <FormSections />
      </Stack>
    )}
    <FormToolbar />
  </RecordForm>
)
