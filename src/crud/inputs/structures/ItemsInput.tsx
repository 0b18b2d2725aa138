import Add from '@mui/icons-material/Add'
import ArrowDownward from '@mui/icons-material/ArrowDownward'
import ArrowUpward from '@mui/icons-material/ArrowUpward'
import DeleteOutline from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useWrappedSource } from 'ra-core'
import { useMemo } from 'react'
import { useFieldArray, useFormState } from 'react-hook-form'
import { useMachineText } from '../../../i18n/useMachineText'
import { Row } from '../../../ui/layout'
import type { InputProps } from '../../kinds/kindView'
import { structureOf } from '../../structure'
import { resourceKeys } from '../../text/resourceKeys'
import { InputFrame } from '../InputFrame'
import { StructureFields } from './StructureFields'
import { startingStructure } from './startingStructure'
import styles from './structures.module.css'

export const ItemsInput = (props: InputProps<'items'>) => {
  const { resource, name, field, inputOf } = props
  const { fields: fieldsOfItem, max, conditions } = field.options
  const text = useMachineText()
  const path = useWrappedSource(name)
  const owner = useMemo(
    () => structureOf(resource, name, fieldsOfItem, conditions),
    [resource, name, fieldsOfItem, conditions],
  )
  const { fields, append, remove, move } = useFieldArray({ name: path, keyName: 'key_' })
  const { errors } = useFormState({ name: path })
  const item = text(resourceKeys(owner).name)
  const problem = errors[path]?.root?.message
  return (
    <InputFrame input={props} error={typeof problem === 'string' ? problem : undefined}>
      {fields.map(({ key_ }, index) => {
        const title = text('crud.items.title', { item, number: index + 1 })
        return (
          <section key={key_} className={styles.item} aria-label={title}>
            <Row as="header" gap="0.25rem" className={styles.itemHeader}>
              <h3>{title}</h3>
              <IconButton
                size="small"
                aria-label={text('crud.items.up', { name: title })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUpward fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={text('crud.items.down', { name: title })}
                disabled={index === fields.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDownward fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={text('crud.items.remove', { name: title })}
                onClick={() => remove(index)}
              >
                <DeleteOutline fontSize="small" />
              </IconButton>
            </Row>
            <StructureFields owner={owner} source={`${name}.${index}`} inputOf={inputOf} />
          </section>
        )
      })}
      {fields.length < max && (
        <Button startIcon={<Add />} onClick={() => append(startingStructure(fieldsOfItem))}>
          {text('crud.items.add', { item })}
        </Button>
      )}
    </InputFrame>
  )
}
