import { formatMoney, useDisplay } from '../../show'
import { useText } from './useText'

/** Formats what a customer pays: `€45.00`, or that it costs nothing. */
export const usePrice = () => {
  const text = useText()
  const { locale } = useDisplay()
  return (price: Parameters<typeof formatMoney>[0]): string =>
    price.amount === 0 ? text('booking.noCharge') : formatMoney(price, locale)
}
