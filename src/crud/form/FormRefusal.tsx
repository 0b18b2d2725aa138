import { useFormState } from 'react-hook-form'
import styles from './form.module.css'

export const FormRefusal = () => {
  const { errors } = useFormState()
  const problem = errors.root?.server?.message
  return problem ? (
    <p role="alert" className={styles.refusal}>
      {problem}
    </p>
  ) : null
}
