import { type AnyResource, kebabCase, type NamedAction, slugify } from '../../schema'
import { saveFile } from '../../ui/files/saveFile'

const types = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const

export const saveAnswer = (
  resource: AnyResource,
  { action: { file = 'json' } }: NamedAction,
  content: string,
  name = '',
): void => {
  const parts = [kebabCase(resource.name), slugify(name), new Date().toLocaleDateString('sv')]
  saveFile(`${parts.filter(Boolean).join('-')}.${file}`, content, types[file])
}
