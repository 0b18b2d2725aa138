import type { AnyField } from '../../schema'
import { viewOf } from '../kinds'
import styles from './fields.module.css'

/** As many characters as fit half a form. */
const shortText = 60

const isShort = (field: AnyField): boolean =>
  field.kind === 'text' ? field.options.max <= shortText : viewOf(field).isShort === true

/** Puts short inputs side by side. */
export const fieldClass = (field: AnyField): string =>
  isShort(field) ? `${styles.field} ${styles.short}` : (styles.field ?? '')
