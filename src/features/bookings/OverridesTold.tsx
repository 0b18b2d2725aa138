import type { CheckCode } from '../../scheduling'
import { useWord } from '../explanations/useEngineMessage'

const OverridesTold = ({ value }: { value: unknown }) => {
  const wordOf = useWord()
  // Several rules may read the same.
  const codes = [...new Set([value].flat() as CheckCode[])]
  return codes.map(wordOf).join(', ')
}

export default OverridesTold
