import { Suspense } from 'react'
import { useDeclaration } from '../declaration'
import { useViews } from '../views'

/** What the product says about saving the form as it is typed. */
export const FormEffect = () => {
  const { Effect } = useViews(useDeclaration())
  return (
    Effect && (
      <Suspense fallback={null}>
        <Effect />
      </Suspense>
    )
  )
}
