/** @jsxImportSource preact */
import { usePage } from './page'
import type { Person } from './pageData'

export const personOf = (people: readonly Person[], id: string | null | undefined): Person | undefined =>
  people.find(person => person.id === id)

interface Props {
  people: readonly Person[]
  chosen: Person | undefined
  /** The radio group's. */
  name?: string
  onChoose: (id: string | undefined) => void
}

export const People = ({ people, chosen, name = 'person', onChoose }: Props) => {
  const { texts } = usePage()
  if (people.length === 0) return null
  return (
    <fieldset class="variants people">
      <legend>{texts.withWhom}</legend>
      {[null, ...people].map(person => (
        <label key={person?.id}>
          <input type="radio" name={name} checked={person?.id === chosen?.id} onChange={() => onChoose(person?.id)} />
          {person?.imageUrl && <img src={person.imageUrl} alt="" width="40" height="40" decoding="async" />}
          <span dir="auto">{person?.name ?? texts.anybody}</span>
        </label>
      ))}
    </fieldset>
  )
}
