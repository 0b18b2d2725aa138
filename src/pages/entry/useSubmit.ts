import { type FormEvent, useState } from 'react'
import { entryText } from '../../i18n/entryText'
import { entryProblem } from './entryProblem'
import { passwordProblem } from './passwordProblem'

export type Values<N extends string> = Record<N, string>

interface Submit<N extends string> {
  isPending: boolean
  problem: string
  errors: Partial<Values<N>>
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

export const useSubmit = <N extends string>(
  names: readonly N[],
  action: (values: Values<N>) => Promise<void>,
): Submit<N> => {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const [errors, setErrors] = useState<Partial<Values<N>>>({})

  const send = async (form: HTMLFormElement) => {
    const given = new FormData(form)
    const values = Object.fromEntries(names.map(name => [name, String(given.get(name) ?? '')])) as Values<N>
    const empty = names.filter(name => values[name].trim() === '')
    setErrors(Object.fromEntries(empty.map(name => [name, entryText('field.required')])) as Partial<Values<N>>)
    setProblem('')
    if (empty[0]) return (form.elements.namedItem(empty[0]) as HTMLElement | null)?.focus()
    setPending(true)
    try {
      await action(values)
    } catch (error) {
      const weak = passwordProblem(error)
      if (weak) setErrors({ password: weak } as Partial<Values<N>>)
      else setProblem(entryProblem(error))
    } finally {
      setPending(false)
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isPending) void send(event.currentTarget)
  }
  return { isPending, problem, errors, onSubmit }
}
