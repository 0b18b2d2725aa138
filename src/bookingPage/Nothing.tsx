/** @jsxImportSource preact */
import { isRefusedFor } from './api'
import { sentenceOf } from './Person'
import { Heading, StepLink, usePage } from './page'
import { Contact } from './Summary'

interface Props {
  error: unknown
  title: string
  missing: readonly [head: string, why: string]
  takesFocus: boolean
  again: () => void
}

export const Nothing = ({ error, title, missing: [head, why], takesFocus, again }: Props) => {
  const { texts, content, route } = usePage()
  const isMissing = isRefusedFor(error, 'not_found')
  const { channel, lang, embed } = route
  return (
    <>
      <Heading takesFocus={takesFocus} key={String(isMissing)}>
        {isMissing ? head : title}
      </Heading>
      <p role="alert">{isMissing ? why : sentenceOf(error, texts)}</p>
      {isRefusedFor(error, 'unreachable') && (
        <button type="button" onClick={again}>
          {texts.tryAgain}
        </button>
      )}
      <Contact />
      {content && (
        <p>
          <StepLink to={{ channel, lang, embed, step: 'items' }}>{texts.bookAgain}</StepLink>
        </p>
      )}
    </>
  )
}
