import Button from '@mui/material/Button'
import { useRecordContext } from 'ra-core'
import type { ReactNode } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { Row } from '../../ui/layout'
import { FormEffect } from './FormEffect'
import styles from './form.module.css'
import { useFormSettings } from './formContext'
import { SaveButton } from './SaveButton'

/** `dirtyFields` keeps structures whose changes were undone. */
const isChanged = (dirty: unknown): boolean =>
  dirty === true || (typeof dirty === 'object' && dirty !== null && Object.values(dirty).some(isChanged))

/** For a new record, `cancel` and a save button; else a toolbar with the first change. */
export const FormToolbar = ({ cancel }: { cancel?: ReactNode }) => {
  const text = useMachineText()
  const { isReadOnly } = useFormSettings()
  const { reset } = useFormContext()
  const { dirtyFields } = useFormState()
  const isNew = useRecordContext()?.id === undefined
  const changed = Object.values(dirtyFields)
  if (isReadOnly || (!isNew && changed.length === 0)) return null
  // An emptied list has no marked items.
  const count = Math.max(changed.filter(isChanged).length, 1)
  return (
    <Row wrap gap="0.5rem" justify="flex-end" className={styles.toolbar}>
      <FormEffect />
      {isNew ? (
        cancel
      ) : (
        <>
          <span className={styles.changes}>{text('crud.unsaved.count', { smart_count: count })}</span>
          <Button onClick={() => reset()}>{text('crud.unsaved.discard')}</Button>
        </>
      )}
      <SaveButton />
    </Row>
  )
}
