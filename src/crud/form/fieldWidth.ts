import type { AnyField } from '../../schema'
import { viewOf } from '../kinds'
import styles from './fields.module.css'

/** The longest text, in characters, that half a form's width shows. */
const shortText = 60

const isShort = (field: AnyField): boolean =>
  field.kind === 'text' ? field.options.max <= shortText : viewOf(field).isShort === true

/** The class of the element around a field's input: inputs of short kinds stand side by side. */
export const fieldClass = (field: AnyField): string =>
  isShort(field) ? `${styles.field} ${styles.short}` : (styles.field ?? '')
