import type { AnyField } from '../../schema'
import { viewOf } from '../kinds'
import styles from './fields.module.css'

/** Characters that fit half a form's width. */
const shortText = 60

const isShort = (field: AnyField): boolean =>
  field.kind === 'text' ? field.options.max <= shortText : viewOf(field).isShort === true

/** Short inputs stand side by side. */
export const fieldClass = (field: AnyField): string =>
  isShort(field) ? `${styles.field} ${styles.short}` : (styles.field ?? '')
