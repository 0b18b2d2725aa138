import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useDeclaration } from '../declaration'
import { useViews } from '../views'
import { useFormSettings } from './formContext'

/** What the product says about saving the form as it is typed. */
export const FormEffect = () => {
  const { Effect } = useViews(useDeclaration())
  const { note } = useFormSettings()
  return (
    Effect && (
      // Where it cannot be loaded, people save without it.
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
