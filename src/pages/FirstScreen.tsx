import { Navigate } from 'react-router'
import { useMachineText } from '../i18n/useMachineText'
import { HomeCards, useHasCards } from '../layout/additions'
import { useResourceLinks } from '../layout/sidebars/useResourceLinks'
import { Screen } from '../ui/screen/Screen'

/** The home of a product that has none: the cards of its subjects, or the first of the declared screens. */
const FirstScreen = () => {
  const text = useMachineText()
  const [first] = useResourceLinks()
  if (!useHasCards()) return <Navigate to={first?.to ?? '/settings/'} replace />
  return (
    <Screen title={text('nav.overview')}>
      <HomeCards />
    </Screen>
  )
}

export default FirstScreen
