import { useTranslate } from 'ra-core'
import { useDeclaration } from '../declaration'
import { LoadingScreen } from '../screen/LoadingScreen'
import { Screen } from '../screen/Screen'
import { resourceKeys } from '../text/resourceKeys'
import { ListActions } from './ListActions'
import { ListContent } from './ListContent'
import { useListState } from './useListState'

/** The list around it as a screen. */
export const ListView = () => {
  const title = useTranslate()(resourceKeys(useDeclaration()).page('list'))
  const state = useListState()
  if (state === 'loading') return <LoadingScreen view="list" />
  return (
    <Screen title={title} actions={(state === 'ready' || state === 'unmatched') && <ListActions />}>
      <ListContent state={state} />
    </Screen>
  )
}
