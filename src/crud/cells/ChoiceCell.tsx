import { useTranslate } from 'ra-core'
import { choiceLabel } from '../../schema'
import type { CellProps } from '../kinds'
import { resourceKeys } from '../text/resourceKeys'

export const ChoiceCell = ({ value, name, resource }: CellProps<'choice'>) =>
  useTranslate()(resourceKeys(resource).choice(name, value), { _: choiceLabel(resource, name, value) })
