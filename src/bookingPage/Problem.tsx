/** @jsxImportSource preact */
import { isRefusedFor } from './api'
import { errorsIn, sentenceOf } from './Person'
import { usePage } from './page'
import { Contact } from './Summary'

export const Problem = ({ error }: { error: unknown }) => {
  const { texts } = usePage()
  if (!error) return null
  return (
    <div class="problem" role="alert">
      <p>{errorsIn(error, texts).reason ?? sentenceOf(error, texts)}</p>
      {isRefusedFor(error, 'booking_refused', 'too_late') && <Contact />}
    </div>
  )
}
