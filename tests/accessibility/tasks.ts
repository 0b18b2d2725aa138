import { demoPassword } from '../../src/resources/demoAccounts'
import { accounts } from '../e2e/support/test'
import type { ScreenReader } from './screenReader'

/** A Tuesday in a month that the demo leaves empty. */
const day = (() => {
  const date = new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 20))
  date.setUTCDate(date.getUTCDate() + ((9 - date.getUTCDay()) % 7))
  return date.toISOString().slice(0, 10)
})()

interface Task {
  title: string
  run(reader: ScreenReader, url: string): Promise<void>
}

/** In their order: each begins where the one before ended. */
export const tasks: readonly Task[] = [
  {
    title: 'Learn that a password is wrong',
    run: async ({ open, press, find, write }, url) => {
      await open(`${url}/login`)
      await find(/E-mail/, 'KP_Enter')
      await write(accounts.admin)
      await press('Tab', /Password/)
      await write('not-the-password')
      await press('Return', /Invalid login credentials/)
    },
  },
  {
    title: 'Sign in and choose a business',
    run: async ({ press, write, find }) => {
      await press('ctrl+a')
      await write(demoPassword)
      await press('Return', /City Courts/)
      await find(/Focus mode/, 'Insert+a')
      await press('Down', /Harbor Spa/)
      await press('Return', /Switched to Harbor Spa/)
    },
  },
  {
    title: 'Find a service by its name',
    run: async ({ press, write, find }) => {
      await press('ctrl+k', /Search and commands/)
      await find(/Focus mode/, 'Insert+a')
      await write('massage', /Massage Catalog Item/)
      await press('Down', /30 minutes/)
      await press('Up', /Massage Catalog Item/)
      await press('Return', /Massage heading/)
    },
  },
  {
    title: 'Walk through a day',
    run: async ({ open, press, find }, url) => {
      await open(`${url}/availability?date=${day}`)
      await find(/Times of Tuesday/)
      await press('Right', /Jonas Weber.*open/)
      await press('Down', /09:30: open/)
    },
  },
  {
    title: 'Book a free time',
    run: async ({ press, find, write }) => {
      await press('Return', /New Booking dialog/)
      await find(/Focus mode/, 'Insert+a')
      await write('emma larsen', /Emma Larsen/)
      await press('Return')
      await find(/Massage.*radio|Massage/)
      await press('space')
      await find(/30 minutes/)
      await press('ctrl+Return', /Booking .* made/)
    },
  },
  {
    title: 'Cancel a booking from its page',
    run: async ({ open, press, find }, url) => {
      await open(`${url}/availability?date=${day}`)
      await find(/Emma Larsen, 09:30/)
      await press('Return', /Emma Larsen dialog/)
      await find(/Open the booking/)
      await press('Return', /Massage.* heading level 1/)
      await find(/Actions for/)
      await press('Return', /Cancel booking/)
      await press('Return', /Cancel booking: .* dialog/)
      await find(/Cancel booking push button/)
      await press('Return', /cancelled/i)
    },
  },
  {
    title: 'Hear what is wrong in a form, and create a customer',
    run: async ({ open, press, find, write }, url) => {
      await open(`${url}/customers/`)
      await find(/New Customer/)
      await press('Return')
      await find(/Focus mode/, 'Insert+a')
      await write('Nele Orkan')
      await find(/E-mail entry/)
      await write('nele')
      await press('Return', /Enter an e-mail address/)
      await find(/E-mail link/)
      await press('Return', /E-mail entry/)
      await press('ctrl+a')
      await write('nele@example.com')
      await press('Return', /Customer created/)
    },
  },
  {
    title: 'Narrow a list, and open one of it',
    run: async ({ open, press, find, write }, url) => {
      await open(`${url}/customers/`)
      await find(/Search customers/)
      await write('nele', /1 result/)
      await find(/Nele Orkan.* link/)
      await press('Return', /Nele Orkan heading/)
    },
  },
  {
    title: 'Read which keys there are',
    run: async ({ open, press }, url) => {
      await open(`${url}/`)
      await press('question', /Keyboard shortcuts dialog/)
      await press('Up', /Esc|Close/)
      await press('Escape')
    },
  },
  {
    title: 'Delete what is ticked in a list',
    run: async ({ open, press, find, write }, url) => {
      await open(`${url}/customers/`)
      await find(/Search customers/)
      // The list remembers what it was searched for.
      await press('ctrl+a')
      await press('BackSpace', /deleted/)
      await write('nele', /1 result/)
      await find(/Select Nele Orkan check box/)
      await press('space', /^checked/)
      await find(/Delete push button/, 'shift+Tab')
      await press('Return', /Delete 1 customer/i)
      await find(/Delete push button/)
      await press('Return', /deleted successfully/)
    },
  },
  {
    title: 'Book as a customer',
    run: async ({ open, press, find, write }, url) => {
      await open(`${url}/book/harbor-spa`)
      await find(/Facial/)
      await press('Return', /Facial heading/)
      await find(/^\d\d:\d\d link/)
      await press('Return', /Your details heading/)
      await find(/Name entry/)
      await write('Nele Orkan')
      await press('Tab', /E-mail/)
      await write('nele@example.com')
      await find(/I accept the terms/)
      await press('space', /checked/)
      await press('Return', /One moment/)
      await press('KP_Enter', /Booked/)
    },
  },
  {
    title: 'Cancel on the customer’s page of the booking',
    run: async ({ press, find }) => {
      await find(/Cancel the booking collapsed/)
      await press('Return', /expanded/)
      await find(/Cancel the booking push button/)
      await press('Return', /Your booking is cancelled/)
    },
  },
]
