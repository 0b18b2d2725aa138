import Check from '@mui/icons-material/Check'
import Remove from '@mui/icons-material/Remove'
import { useMachineText } from '../../i18n/useMachineText'
import { humanize } from '../../schema/index'
import { Badge } from '../../ui/badge/Badge'
import { useDisplay } from '../../ui/format/display'
import { countryName, languageName } from '../../ui/format/names'
import { resourceKeys } from '../text/resourceKeys'
import styles from './kinds.module.css'
import type { CellProps, KindView } from './kindView'
import { laterCell } from './laterCell'

const ChoiceCell = ({ value, name, resource, field: { options }, isInLink }: CellProps<'choice'>) => {
  const label = useMachineText()(resourceKeys(resource).choice(name, value), {
    _: options.labels[value] ?? humanize(value),
  })
  return options.tones && !isInLink ? <Badge tone={options.tones[value] ?? 'info'}>{label}</Badge> : label
}

const FlagMark = ({ value, name, resource, field }: CellProps<'flag'>) => {
  const text = useMachineText()
  const label = value ? text(resourceKeys(resource).field(name)) : text(name === 'isActive' ? 'crud.off' : 'crud.no')
  return <Badge tone={field.options.tone ?? (value ? undefined : 'off')}>{label}</Badge>
}

const FlagCell = (props: CellProps<'flag'>) => {
  const text = useMachineText()
  const { value } = props
  if (props.isInList) return <FlagMark {...props} />
  return (
    <span className={value ? styles.flag : `${styles.flag} ${styles.muted}`}>
      {value ? <Check fontSize="inherit" color="success" /> : <Remove fontSize="inherit" />}
      {text(value ? 'crud.yes' : 'crud.no')}
    </span>
  )
}

const LocaleCell = ({ value }: CellProps<'locale'>) => <span lang={value}>{languageName(value)}</span>

const CountryCell = ({ value }: CellProps<'country'>) => countryName(value, useDisplay().locale)

export const choice: KindView<'choice'> = { Cell: ChoiceCell, input: 'choice', isShort: true, filter: 'choice' }

export const choices: KindView<'choices'> = {
  Cell: laterCell(async () => (await import('./laterCells')).ChoicesCell),
  input: 'choices',
}

export const flag: KindView<'flag'> = { Cell: FlagCell, input: 'flag', isShort: true, filter: 'flag' }

export const locale: KindView<'locale'> = { Cell: LocaleCell, input: 'locale', isShort: true, filter: 'locale' }

export const timezone: KindView<'timezone'> = {
  Cell: laterCell(async () => (await import('./laterCells')).TimeZoneCell),
  input: 'timeZone',
  filter: 'timezone',
}

export const country: KindView<'country'> = { Cell: CountryCell, input: 'country', isShort: true, filter: 'country' }
