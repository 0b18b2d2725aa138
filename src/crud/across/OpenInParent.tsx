import { useGetMany } from 'ra-core'
import { Navigate } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { LoadError } from '../../ui/screen/LoadError'
import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { BackLink } from '../screen/BackLink'
import { LoadingScreen } from '../screen/LoadingScreen'
import { resourceKeys } from '../text/resourceKeys'
import { useAddressBelow } from './useAddressBelow'

export const OpenInParent = ({ id }: { id: string }) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const { by, addressBelow } = useAddressBelow()
  const { data, error, refetch } = useGetMany(resource.name, { ids: [id] }, { retry: false })
  const [record] = data ?? []
  if (record) return <Navigate to={addressBelow(record[by], 'edit', id)} replace />
  if (!data && !error) return <LoadingScreen view="edit" />
  const title = error ? text(resourceKeys(resource).page('edit')) : text('crud.notFound.title')
  return (
    <Screen title={title} back={<BackLink />}>
      {error ? (
        <LoadError message={text('crud.error.record')} error={error} onRetry={() => void refetch()} />
      ) : (
        <p>{text('crud.notFound.text')}</p>
      )}
    </Screen>
  )
}
