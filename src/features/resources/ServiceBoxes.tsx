import type * as calls from '../../calls/resources'
import type { AnswerOf } from '../../declare'
import { Muted, Tick } from '../../show'
import styles from './services.module.css'
import { useText } from './useText'

type Service = AnswerOf<typeof calls.listServices>['services'][number]

interface ServiceBoxesProps {
  services: readonly Service[]
  taken: readonly string[]
  isDisabled?: boolean
  onChange: (taken: string[]) => void
}

export const ServiceBoxes = ({ services, taken, isDisabled = false, onChange }: ServiceBoxesProps) => {
  const text = useText()
  const items = new Map<string, Service[]>()
  for (const service of services)
    items.set(service.catalogItemId, [...(items.get(service.catalogItemId) ?? []), service])
  const change = (ids: readonly string[], isTaken: boolean) =>
    onChange(isTaken ? [...new Set([...taken, ...ids])] : taken.filter(id => !ids.includes(id)))
  if (services.length === 0) return <Muted>{text('resources.noServices')}</Muted>
  return (
    <ul className={styles.items}>
      {[...items.values()].map(variants => {
        const ids = variants.map(({ id }) => id)
        const count = ids.filter(id => taken.includes(id)).length
        const box = (label: string, of: readonly string[], isTaken: boolean, isPartly = false) => (
          <Tick
            label={label}
            size="small"
            disabled={isDisabled}
            checked={isTaken}
            indeterminate={isPartly}
            onChange={isOn => change(of, isOn)}
          />
        )
        const item = variants[0]
        return (
          <li key={item?.catalogItemId}>
            {box(item?.catalogItemName ?? '', ids, count === ids.length, count > 0 && count < ids.length)}
            {ids.length > 1 && (
              <ul className={styles.variants}>
                {variants.map(({ id, name }) => (
                  <li key={id}>{box(name, [id], taken.includes(id))}</li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}
