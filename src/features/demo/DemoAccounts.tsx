import { useState } from 'react'
import { type Locale, spokenLocale } from '../../declare'
import { demo as de } from '../../i18n/de/features/demo'
import { demo as en } from '../../i18n/en/features/demo'
import { demoAccounts, demoPassword } from '../../resources/demoAccounts'
import styles from './demoAccounts.module.css'

const texts: Readonly<Record<Locale, Readonly<Record<keyof typeof en, string>>>> = { en, de }

interface DemoAccountsProps {
  language: string
  login: (credentials: { email: string; password: string }) => Promise<void>
  problemOf: (error: unknown) => string
}

const DemoAccounts = ({ language, login, problemOf }: DemoAccountsProps) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const text = texts[spokenLocale(language)]

  const signIn = async (email: string) => {
    if (chosen) return
    setChosen(email)
    setProblem('')
    try {
      await login({ email, password: demoPassword })
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setChosen(null)
    }
  }
  return (
    <section className={styles.demo} aria-label={text['demo.title']}>
      <h2>{text['demo.title']}</h2>
      <ul>
        {demoAccounts.map(({ email, name, may }) => (
          <li key={email}>
            <button type="button" aria-disabled={chosen !== null} onClick={() => void signIn(email)}>
              <strong>{name}</strong>
              <span>{text[`demo.may.${may}`]}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="alert">{problem}</p>
    </section>
  )
}

export default DemoAccounts
