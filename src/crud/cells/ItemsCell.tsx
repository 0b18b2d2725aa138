import type { CellProps } from '../kinds'
import { structureOf } from '../structure'
import styles from './cells.module.css'
import { StructureLines } from './StructureCell'

export const ItemsCell = ({ resource, name, field, value, cellOf }: CellProps<'items'>) => (
  <ol className={styles.items}>
    {value.map((item, index) => (
      // They have no identity beside their place.
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
