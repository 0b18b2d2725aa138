import { type AnyResource, fieldOf, humanize } from '../../schema'
import { resourceKeys } from '../text/resourceKeys'
import { useText } from './useText'

/** `Item: Name` for the record above. */
export const useColumnLabel = (resource: AnyResource): ((name: string) => string) => {
  const text = useText()
  const labelIn = (of: AnyResource, name: string): string => {
    const keys = resourceKeys(of)
    const key = of.assigns?.[name] ? keys.assigned(name) : keys.field(name)
    const own = fieldOf(of, name)?.label ?? humanize(name)
    return text(key, { _: text(`crud.history.field.${name}`, { _: own }) })
  }
  return name => {
    const [head = '', below] = name.split('.')
    const above = below === undefined ? undefined : fieldOf(resource, `${head}Id`)
    if (below === undefined || above?.kind !== 'reference') return labelIn(resource, head)
    const whole = above.options.to() as AnyResource
    return `${text(resourceKeys(whole).name, { smart_count: 1, _: whole.label[0] })}: ${labelIn(whole, below)}`
  }
}
