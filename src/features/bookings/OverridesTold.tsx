import type { CheckCode } from '../../scheduling'
import { useWord } from '../explanations/useEngineMessage'

/** The rules that a booking set aside, as the history tells them: by their codes. */
const OverridesTold = ({ value }: { value: unknown }) => {
  const wordOf = useWord()
  // Several rules may say the same.
  const codes = [...new Set([value].flat() as CheckCode[])]
  return codes.map(wordOf).join(', ')
}

export default OverridesTold
