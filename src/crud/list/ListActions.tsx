import { ExportButton } from '../csv/ExportButton'
import { ColumnsButton } from './ColumnsButton'
import { CreateButton } from './CreateButton'
import { useIsNarrow } from './useIsNarrow'

/** What can be done with the list as a whole. */
export const ListActions = () => (
  <>
    {!useIsNarrow() && <ColumnsButton />}
    <ExportButton />
    <CreateButton />
  </>
)
