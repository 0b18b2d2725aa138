import { useMachineText } from '../../i18n/useMachineText'
import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { LoadingScreen } from '../screen/LoadingScreen'
import { resourceKeys } from '../text/resourceKeys'
import { ListActions } from './ListActions'
import { ListContent } from './ListContent'
import { useListState } from './useListState'

export const ListView = () => {
  const title = useMachineText()(resourceKeys(useDeclaration()).page('list'))
  const state = useListState()
  if (state === 'loading') return <LoadingScreen view="list" />
  return (
    <Screen title={title} isWide actions={(state === 'ready' || state === 'unmatched') && <ListActions />}>
      <ListContent state={state} />
    </Screen>
  )
}
