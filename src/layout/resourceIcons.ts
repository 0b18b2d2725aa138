import Badge from '@mui/icons-material/BadgeOutlined'
import Business from '@mui/icons-material/BusinessOutlined'
import Category from '@mui/icons-material/CategoryOutlined'
import Chair from '@mui/icons-material/ChairOutlined'
import Contacts from '@mui/icons-material/ContactsOutlined'
import Event from '@mui/icons-material/EventOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import Hourglass from '@mui/icons-material/HourglassEmptyOutlined'
import Key from '@mui/icons-material/KeyOutlined'
import MenuBook from '@mui/icons-material/MenuBookOutlined'
import People from '@mui/icons-material/PeopleOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import Repeat from '@mui/icons-material/RepeatOutlined'
import Rule from '@mui/icons-material/RuleOutlined'
import Schedule from '@mui/icons-material/ScheduleOutlined'
import Storefront from '@mui/icons-material/StorefrontOutlined'
import Style from '@mui/icons-material/StyleOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import type { IconName } from '../schema'

export const resourceIcons: Readonly<Record<IconName, typeof SvgIcon>> = {
  badge: Badge,
  business: Business,
  category: Category,
  chair: Chair,
  contacts: Contacts,
  event: Event,
  history: History,
  hourglass: Hourglass,
  key: Key,
  menuBook: MenuBook,
  people: People,
  person: Person,
  repeat: Repeat,
  rule: Rule,
  schedule: Schedule,
  storefront: Storefront,
  style: Style,
}
