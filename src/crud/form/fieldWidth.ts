import type { AnyField } from '../../schema'
import { viewOf } from '../kinds'
import styles from './fields.module.css'

/** Characters in half a form. */
const shortText = 60

const isShort = (field: AnyField): boolean =>
  field.kind === 'text' ? field.options.max <= shortText : viewOf(field).isShort === true

export const fieldClass = (field: AnyField): string =>
  isShort(field) ? `${styles.field} ${styles.short}` : (styles.field ?? '')
