import { useItem } from '../availability/useRequest'
import { QuestionFields } from '../bookings/dialog/QuestionFields'
import { errorsAt } from './errorsAt'
import type { Service } from './service'

interface QuestionsProps {
  service: Service
  /** The part's path in the body. */
  path: string
  errors: Readonly<Record<string, string>>
  onChange: (changes: Partial<Service>) => void
}

export const Questions = ({ service, path, errors, onChange }: QuestionsProps) => {
  const { data: item } = useItem(service.itemId)
  return (
    <QuestionFields
      questions={item?.questions ?? []}
      title={service.itemName}
      answers={service.answers}
      errors={errorsAt(path, errors)}
      onChange={answers => onChange({ answers })}
    />
  )
}
