import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useDeclaration } from '../declaration'
import { BackLink } from '../screen/BackLink'
import { LoadError } from '../screen/LoadError'
import { LoadingScreen } from '../screen/LoadingScreen'
import { Screen } from '../screen/Screen'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import { type Loaded, RecordLoader } from './RecordLoader'

interface RecordPageProps {
  id: string
  children: (loaded: Loaded) => ReactNode
}

/** A page about one record: says while it is loaded, that there is none, or that it could not be loaded. */
export const RecordPage = ({ id, children }: RecordPageProps) => {
  const text = useCrudText()
  const title = useTranslate()(resourceKeys(useDeclaration()).page('edit'))
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
