import { Link } from 'react-router'
import { Badge } from '../../show'
import { useText } from './useText'

const Problems = ({ count }: { count: number }) => (
  <p>
    <Link to="/settings/problems/">
      <Badge tone="bad">{useText()('home.problems', { smart_count: count })}</Badge>
    </Link>
  </p>
)

export default Problems
