import { useTranslate } from 'ra-core'
import { humanize } from '../../schema'
import type { CellProps } from '../kinds'
import { resourceKeys } from '../text/resourceKeys'

export const ChoiceCell = ({ value, name, resource, field }: CellProps<'choice'>) =>
  useTranslate()(resourceKeys(resource).choice(name, value), { _: field.options.labels[value] ?? humanize(value) })
