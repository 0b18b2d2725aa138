import { useTranslate } from 'ra-core'
import type { Fields } from '../../schema'
import { type CellProps, type FieldOwner, isEmpty, type StructureValue } from '../kinds'
import { structureOf } from '../structure'
import { resourceKeys } from '../text/resourceKeys'
import styles from './cells.module.css'

interface StructureLinesProps {
  owner: FieldOwner
  value: StructureValue
  cellOf: CellProps['cellOf']
}

/** The values inside a field that are there, each with its label. */
export const StructureLines = ({ owner, value, cellOf }: StructureLinesProps) => {
  const translate = useTranslate()
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
