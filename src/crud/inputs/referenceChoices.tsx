import { useRecordContext } from 'ra-core'
import { type AnyResource, parseSort } from '../../schema'
import { inPlace } from '../../ui/inputs/inPlace'
import { Row } from '../../ui/layout'
import { RecordPicture } from '../RecordPicture'
import { recordName, useWords, type Words } from '../recordName'

const PicturedOption = ({ target }: { target: AnyResource }) => {
  const record = useRecordContext() ?? {}
  const words = useWords()
  return (
    <Row as="span" gap="0.625rem">
      <RecordPicture resource={target} record={record} />
      {recordName(target, record, words)}
    </Row>
  )
}

/** The API searches, so every option matches. */
const optionsOf = (target: AnyResource, words: Words) => {
  const nameOf = (record: Record<string, unknown>) => recordName(target, record, words)
  return target.picture
    ? { optionText: <PicturedOption target={target} />, inputText: nameOf, matchSuggestion: () => true }
    : { optionText: nameOf }
}

export const useReferenceChoices = (target: AnyResource) => ({
  reference: { reference: target.name, perPage: 25, sort: parseSort(target.list.sort) },
  ...optionsOf(target, useWords()),
  ...inPlace,
  // They would cover the fields below.
  openOnFocus: false,
  filterToQuery: (q: string) => (q && target.list.search?.length ? { q } : {}),
})
