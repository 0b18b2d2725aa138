import type { DataProvider } from 'ra-core'
import { formatInstant } from '../../declare'
import { type Block, blocks } from '../../resources/blocks'
import { resourceKeys, undoable, type useFailure, type useMachineText } from '../../show'
import type { TimelineActions } from '../availability/timeline/TimelineActions'

interface Means {
  dataProvider: DataProvider
  notify: (message: string, options: object) => void
  failureOf: ReturnType<typeof useFailure>
  text: ReturnType<typeof useMachineText>
}

type Change = Parameters<NonNullable<TimelineActions['onResizeBlock']>>[0]

/** Offers to undo. @returns whether it worked */
export const resizeBlock = async ({ blockId: id, edge, by }: Change, means: Means): Promise<boolean> => {
  const { dataProvider, notify, failureOf, text } = means
  const trying = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      const { isSignedOut, errors, detail } = failureOf(error)
      if (!isSignedOut) notify(Object.values(errors).join(' ') || detail, { type: 'error' })
      return false
    }
  }
  return trying(async () => {
    const { data: before } = await dataProvider.getOne<Block>(blocks.name, { id })
    const to = (value: string, previousData: Block) =>
      dataProvider.update<Block>(blocks.name, { id, data: { [edge]: value }, previousData })
    const { data: after } = await to(formatInstant(Date.parse(before[edge]) + by), before)
    const undo = () => trying(async () => void (await to(before[edge], after)))
    notify(text(resourceKeys(blocks).notification('updated')), {
      type: 'success',
      ...undoable(text('crud.undo'), () => void undo()),
    })
  })
}
