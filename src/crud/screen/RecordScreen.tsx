import type { ComponentProps } from 'react'
import { Screen } from '../../ui/screen/Screen'
import { HistorySection } from '../history/HistorySection'
import { BackLink } from './BackLink'

interface RecordScreenProps extends Omit<ComponentProps<typeof Screen>, 'back' | 'aside'> {
  isHistoryOpen?: boolean
  isHistoryPrinted?: boolean
}

/** The frame of a record's page: the way back to its list, and its history. */
export const RecordScreen = ({ isHistoryOpen, isHistoryPrinted, ...props }: RecordScreenProps) => (
  <Screen
    {...props}
    back={<BackLink />}
    aside={<HistorySection isOpenAtFirst={isHistoryOpen} isPrinted={isHistoryPrinted} />}
  />
)
