import { useDataProvider, useNavigate, useNotify } from 'ra-core'
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { mayAccess } from '../../declare'
import { blocks } from '../../resources/blocks'
import { useFailure, useMachineText, useRole, withParam } from '../../show'
import type { TimelineActions } from '../availability/timeline/TimelineActions'

export const useTimelineBlocks = (): Pick<TimelineActions, 'onBlock' | 'onSelectBlock' | 'onResizeBlock'> => {
  const text = useMachineText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider()
  const navigate = useNavigate()
  const { search } = useLocation()
  const mayBlock = mayAccess(useRole(), blocks.access, 'create')
  return useMemo(() => {
    if (!mayBlock) return {}
    const open = (param: 'create' | 'edit', value: string, startingValues?: object) =>
      void navigate({ search: withParam(search, param, value) }, { state: { isOpenedHere: true, startingValues } })
    return {
      onBlock: ({ resourceId, startsAt, endsAt }) =>
        open('create', 'true', { resourceIds: [resourceId], startsAt, endsAt }),
      onSelectBlock: id => open('edit', id),
      onResizeBlock: async change => {
        const { resizeBlock } = await import('./resizeBlock')
        return resizeBlock(change, { dataProvider, notify, failureOf, text })
      },
    }
  }, [mayBlock, navigate, search, dataProvider, notify, failureOf, text])
}
