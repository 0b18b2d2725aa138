import { UserHistory } from '../platformLog/UserHistory'
import { UserMemberships } from './UserMemberships'

/** What belongs to a user: the tenants that they work in, and what happened to their account. */
const UserPanels = () => (
  <>
    <UserMemberships />
    <UserHistory />
  </>
)

export default UserPanels
