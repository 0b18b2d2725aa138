import { useTranslate } from 'ra-core'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { Loading } from './Loading'
import { Screen } from './Screen'

/** Stands where a screen will be, with its title: "Loading Channels...", "Loading schedule...". */
export const LoadingScreen = ({ view }: { view: 'list' | 'create' | 'edit' }) => {
  const translate = useTranslate()
  const keys = resourceKeys(useDeclaration())
  return (
    <Screen title={translate(keys.page(view))}>
      <Loading>{translate(keys.loading(view === 'list' ? 'list' : 'edit'))}</Loading>
    </Screen>
  )
}
