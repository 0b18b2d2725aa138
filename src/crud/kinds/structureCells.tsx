import { useMachineText } from '../../i18n/useMachineText'
import type { Fields, StructureValue } from '../../schema/index'
import { structureOf, typedStructure } from '../structure'
import { resourceKeys } from '../text/resourceKeys'
import styles from './kinds.module.css'
import { type CellProps, type FieldOwner, isEmpty } from './kindView'

interface StructureLinesProps {
  owner: FieldOwner
  value: StructureValue
  cellOf: CellProps['cellOf']
}

const StructureLines = ({ owner, value, cellOf }: StructureLinesProps) => {
  const translate = useMachineText()
  return (
    <dl className={styles.structure}>
      {Object.entries(owner.fields as Fields)
        .filter(([name]) => !isEmpty(value[name]))
        .map(([name, field]) => {
          const Cell = cellOf(owner, name, field)
          return (
            <div key={name}>
              <dt>{translate(resourceKeys(owner).field(name))}</dt>
              <dd>
                <Cell
                  resource={owner}
                  name={name}
                  field={field}
                  value={value[name] as never}
                  record={value}
                  isInLink
                  cellOf={cellOf}
                />
              </dd>
            </div>
          )
        })}
    </dl>
  )
}

export const StructureCell = ({ resource, name, field, value, cellOf }: CellProps<'group'>) => (
  <StructureLines owner={structureOf(resource, name, field.options.fields)} value={value} cellOf={cellOf} />
)

export const ItemsCell = ({ resource, name, field, value, cellOf }: CellProps<'items'>) => (
  <ol className={styles.items}>
    {value.map((item, index) => (
      // Items have no identity but their position.
      <li key={String(index)}>
        <StructureLines
          owner={structureOf(resource, name, field.options.fields, field.options.conditions)}
          value={item}
          cellOf={cellOf}
        />
      </li>
    ))}
  </ol>
)

export const TypedCell = ({ resource, name, field, value, record, cellOf }: CellProps<'typed'>) => {
  const { by, types } = field.options
  const type = String(record[by])
  const fields = types[type]?.fields
  return fields ? (
    <StructureLines owner={typedStructure(resource, name, type, fields)} value={value} cellOf={cellOf} />
  ) : null
}
