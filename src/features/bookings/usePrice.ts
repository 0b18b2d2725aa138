import { formatMoney, useDisplay } from '../../show'
import { useText } from './useText'

/** `€45.00`, or “Free of charge”. */
export const usePrice = () => {
  const text = useText()
  const { locale } = useDisplay()
  return (price: Parameters<typeof formatMoney>[0]): string =>
    price.amount === 0 ? text('booking.noCharge') : formatMoney(price, locale)
}
