import type { CheckCode } from '../../scheduling'
import { useWord } from '../explanations/useEngineMessage'

/** The rules that a booking set aside, as the history tells them: by their codes. */
const OverridesTold = ({ value }: { value: unknown }) => {
  const wordOf = useWord()
  return [value]
    .flat()
    .map(code => wordOf(code as CheckCode))
    .join(', ')
}

export default OverridesTold
