import type { AnyField } from '../../schema'
import { viewOf } from '../kinds'
import styles from './fields.module.css'

/** The longest text, in characters, that fits half a form's width. */
const shortText = 60

const isShort = (field: AnyField): boolean =>
  field.kind === 'text' ? field.options.max <= shortText : viewOf(field).isShort === true

/** The class around a field's input; short inputs stand side by side. */
export const fieldClass = (field: AnyField): string =>
  isShort(field) ? `${styles.field} ${styles.short}` : (styles.field ?? '')
