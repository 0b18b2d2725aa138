import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useDeclaration } from '../declaration'
import { useViews } from '../views'
import { useFormSettings } from './formContext'

export const FormEffect = () => {
  const { Effect } = useViews(useDeclaration())
  const { note } = useFormSettings()
  return (
    Effect && (
      <ErrorBoundary fallback={null}>
        <Suspense fallback={null}>
          <Effect
            onNote={given => {
              note.current = given
            }}
          />
        </Suspense>
      </ErrorBoundary>
    )
  )
}
