import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { LoadError } from '../../ui/screen/LoadError'
import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { BackLink } from '../screen/BackLink'
import { LoadingScreen } from '../screen/LoadingScreen'
import { resourceKeys } from '../text/resourceKeys'
import { type Loaded, RecordLoader } from './RecordLoader'

interface RecordPageProps<T extends RaRecord> {
  id: string
  children: (loaded: Loaded<T>) => ReactNode
}

/** Says if the record is missing or fails to load. */
export const RecordPage = <T extends RaRecord>({ id, children }: RecordPageProps<T>) => {
  const text = useMachineText()
  const title = text(resourceKeys(useDeclaration()).page('edit'))
  const message = (heading: string, content: ReactNode) => (
    <Screen title={heading} back={<BackLink />}>
      {content}
    </Screen>
  )
  return (
    <RecordLoader
      key={id}
      id={id}
      loading={<LoadingScreen view="edit" />}
      notFound={message(text('crud.notFound.title'), <p>{text('crud.notFound.text')}</p>)}
      failed={(error, retry) =>
        message(title, <LoadError message={text('crud.error.record')} error={error} onRetry={retry} />)
      }
    >
      {children}
    </RecordLoader>
  )
}
