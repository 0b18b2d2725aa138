import Block from '@mui/icons-material/BlockOutlined'
import Category from '@mui/icons-material/CategoryOutlined'
import Chair from '@mui/icons-material/ChairOutlined'
import Contacts from '@mui/icons-material/ContactsOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import Event from '@mui/icons-material/EventOutlined'
import Hourglass from '@mui/icons-material/HourglassEmptyOutlined'
import MenuBook from '@mui/icons-material/MenuBookOutlined'
import Repeat from '@mui/icons-material/RepeatOutlined'
import Schedule from '@mui/icons-material/ScheduleOutlined'
import Storefront from '@mui/icons-material/StorefrontOutlined'
import Style from '@mui/icons-material/StyleOutlined'

export const icons = {
  block: Block,
  category: Category,
  chair: Chair,
  contacts: Contacts,
  event: Event,
  eventBusy: EventBusy,
  hourglass: Hourglass,
  menuBook: MenuBook,
  repeat: Repeat,
  schedule: Schedule,
  storefront: Storefront,
  style: Style,
}

declare module '../declare' {
  interface Icons extends Record<keyof typeof icons, unknown> {}
}
