import { useIsOffline } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { Loading } from '../../ui/screen/Loading'
import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'

export const LoadingScreen = ({ view }: { view: 'list' | 'create' | 'edit' }) => {
  const translate = useMachineText()
  const keys = resourceKeys(useDeclaration())
  const isOffline = useIsOffline()
  return (
    <Screen title={translate(keys.page(view))} isWide={view === 'list'}>
      {isOffline ? (
        <p role="status">{translate('crud.offline')}</p>
      ) : (
        <Loading isTable={view === 'list'}>{translate(keys.loading(view === 'list' ? 'list' : 'edit'))}</Loading>
      )}
    </Screen>
  )
}
