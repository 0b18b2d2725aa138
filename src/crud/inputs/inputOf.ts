import type { ComponentType } from 'react'
import type { AnyField } from '../../schema'
import { viewOf } from '../kinds'
import type { FieldOwner, InputProps } from '../kinds/kindView'
import { LineInput } from './LineInput'
import { standardInputs } from './standardInputs'

export const inputOf = (_owner: FieldOwner, _name: string, field: AnyField): ComponentType<InputProps> => {
  const { input } = viewOf(field)
  return typeof input === 'string' ? (standardInputs[input] as ComponentType<InputProps>) : LineInput
}
