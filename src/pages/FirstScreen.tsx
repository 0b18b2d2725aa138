import { Navigate } from 'react-router'
import { useResourceLinks } from '../layout/sidebars/useResourceLinks'

/** The home of a product that has none: the first of the declared screens. */
export const FirstScreen = () => <Navigate to={useResourceLinks()[0]?.to ?? '/settings/'} replace />
