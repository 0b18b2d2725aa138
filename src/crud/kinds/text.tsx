import { useMachineText } from '../../i18n/useMachineText'
import type { FieldOfKind } from '../../schema/index'
import { resourceKeys } from '../text/resourceKeys'
import styles from './kinds.module.css'
import type { CellProps, KindView } from './kindView'
import { laterCell } from './laterCell'

const useCalled = ({ name, resource, field }: Omit<CellProps<'text'> | CellProps<'tags'>, 'value'>) => {
  const text = useMachineText()
  const { known = {} } = field.options
  return (value: string): string => (known[value] ? text(resourceKeys(resource).choice(name, value)) : value)
}

const TextCell = (props: CellProps<'text'>) => useCalled(props)(props.value)

const LongTextCell = ({ value }: CellProps<'longText'>) => <span className={styles.clamped}>{value}</span>

const EmailCell = ({ value, isInLink }: CellProps<'email'>) =>
  isInLink ? value : <a href={`mailto:${value}`}>{value}</a>

const PhoneCell = ({ value, isInLink }: CellProps<'phone'>) => (isInLink ? value : <a href={`tel:${value}`}>{value}</a>)

const SlugCell = ({ value }: CellProps<'slug'>) => <span className={styles.code}>{value}</span>

const TagsCell = (props: CellProps<'tags'>) => {
  const called = useCalled(props)
  return (
    <span className={styles.tags}>
      {props.value.map(tag => (
        <span key={tag} className={styles.tag}>
          {called(tag)}
        </span>
      ))}
    </span>
  )
}

const filter = ({ options: { known } }: FieldOfKind<'text' | 'tags'>) => (known ? 'known' : 'text')

export const text: KindView<'text'> = { Cell: TextCell, input: { line: {} }, filter }

export const longText: KindView<'longText'> = { Cell: LongTextCell, input: { line: { isLong: true } } }

export const email: KindView<'email'> = {
  Cell: EmailCell,
  input: { line: { type: 'email', inputMode: 'email', isCode: true } },
  isShort: true,
}

/** Accepts spaces, hyphens, brackets, and 00 for +. */
const toE164 = (typed: string): string | null => typed.replace(/[\s()./-]/g, '').replace(/^00/, '+') || null

export const phone: KindView<'phone'> = {
  Cell: PhoneCell,
  input: { line: { type: 'tel', inputMode: 'tel', placeholder: '+4930123456', parse: toE164 } },
  isShort: true,
}

export const url: KindView<'url'> = {
  Cell: laterCell(async () => (await import('./laterCells')).UrlCell),
  input: { line: { type: 'url', inputMode: 'url', isCode: true, placeholder: 'https://' } },
}

export const slug: KindView<'slug'> = { Cell: SlugCell, input: 'slug', isShort: true }

export const color: KindView<'color'> = {
  Cell: laterCell(async () => (await import('./laterCells')).ColorCell),
  input: 'color',
  isShort: true,
}

export const tags: KindView<'tags'> = { Cell: TagsCell, input: 'tags', filter }
