import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext } from 'ra-core'
import { calls } from '../../calls'
import { type Block, blocks } from '../../resources/blocks'
import { type SlotwiseDataProvider, useDraft } from '../../show'
import { BookingsInTheWay } from './BookingsInTheWay'

const BlockEffect = () => {
  const record = useRecordContext<Partial<Block>>()
  const saved = record?.id ? (record as Block) : null
  const draft = useDraft(300)
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const asked = draft && saved ? { ...pick(saved), ...draft } : draft
  const { data, error } = useQuery({
    queryKey: [blocks.name, 'dryRun', asked],
    queryFn: asked
      ? ({ signal }) => dataProvider.call(calls.blocks.create, { query: { dryRun: true }, body: asked, signal })
      : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!asked) return saved && <BookingsInTheWay block={saved} isSaved />
  return data && !error ? <BookingsInTheWay block={data} /> : null
}

const pick = ({ resourceIds, startsAt, endsAt, reason, repeats }: Block) => ({
  ...{ resourceIds, startsAt, endsAt, reason, repeats },
})

export default BlockEffect
