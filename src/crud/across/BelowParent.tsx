import { useParams } from 'react-router'
import { ChooseParent } from './ChooseParent'
import { OpenInParent } from './OpenInParent'

const BelowParent = () => {
  const { id } = useParams()
  return id === undefined ? <ChooseParent /> : <OpenInParent key={id} id={id} />
}

export default BelowParent
