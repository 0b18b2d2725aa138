import { UserHistory } from '../platformLog/UserHistory'
import { UserMemberships } from './UserMemberships'

const UserPanels = () => (
  <>
    <UserMemberships />
    <UserHistory />
  </>
)

export default UserPanels
