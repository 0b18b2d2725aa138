import { useParams } from 'react-router'
import { ChooseParent } from './ChooseParent'
import { OpenInParent } from './OpenInParent'

/** Stands where a list over all parents would open a form: leads to the form on the parent's page. */
const BelowParent = () => {
  const { id } = useParams()
  return id === undefined ? <ChooseParent /> : <OpenInParent key={id} id={id} />
}

export default BelowParent
