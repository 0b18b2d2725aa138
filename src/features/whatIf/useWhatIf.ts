import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useRecordContext } from 'ra-core'
import { useMemo } from 'react'
import { calls } from '../../calls'
import type { DraftEntity } from '../../calls/simulateBody'
import type { AnswerOf } from '../../contract'
import { useDeclaration, useMeta } from '../../crud/declaration'
import { useDraft } from '../../crud/form/useDraft'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { addDays } from '../../ui/format/dates'
import { useDisplay } from '../../ui/format/display'

export type Effect = AnswerOf<typeof calls.availability.simulate>

/** How long typing must pause before the effect is asked for, in milliseconds. */
const rest = 400
export const shownDays = 28

/** What saving the form around would do in the four weeks from a date on. Not asked while the form cannot be saved. */
export const useWhatIf = (from: string): { isAsked: boolean; effect: UseQueryResult<Effect> } => {
  const { name } = useDeclaration()
  const meta = useMeta()
  const id = useRecordContext<RaRecord>()?.id
  const { timeZone } = useDisplay()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const draft = useDraft(rest)
  const body = useMemo(() => {
    if (!draft) return null
    const [parentId] = Object.values(meta ?? {})
    const entityType = name as DraftEntity
    return {
      from,
      to: addDays(from, shownDays),
      timeZone,
      changes: [
        id === undefined
          ? { action: 'create' as const, entityType, ...(parentId && { parentId: String(parentId) }), data: draft }
          : { action: 'update' as const, entityType, id: String(id), data: draft },
      ],
    }
  }, [draft, from, timeZone, name, id, meta])
  const effect = useQuery({
    queryKey: ['whatIf', body],
    queryFn: body ? ({ signal }) => dataProvider.call(calls.availability.simulate, { body, signal }) : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  return { isAsked: body !== null, effect }
}
