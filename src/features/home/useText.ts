import { availability } from '../../i18n/en/features/availability'
import { home } from '../../i18n/en/features/home'
import { roomText } from '../../show'

export const useText = roomText({ ...availability, ...home })
