import { Navigate } from 'react-router'
import { useMachineText } from '../i18n/useMachineText'
import { HomeCards, useHasCards } from '../layout/additions'
import { useResourceLinks } from '../layout/sidebars/useResourceLinks'
import { Screen } from '../ui/screen/Screen'

/** The subjects' cards, else the first declared screen. */
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
