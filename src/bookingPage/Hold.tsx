/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import { call } from './api'
import { countdown, fill } from './format'
import { usePage } from './page'

interface Props {
  token: string
  expiresAt: string
  canExtend: boolean
  onExtended: (expiresAt: string) => void
}

export const HoldClock = ({ token, expiresAt, canExtend, onExtended }: Props) => {
  const { texts, api, skew } = usePage()
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Date.parse(expiresAt) - now - skew
  const isOver = left <= 0
  const extend = () =>
    call<{ expiresAt: string }>(`${api}/holds/${token}/extend`, { method: 'POST', body: {} }).then(
      answer => onExtended(answer.expiresAt),
      () => onExtended(expiresAt),
    )
  return (
    <div class={isOver ? 'clock over' : 'clock'}>
      {isOver ? (
        <p role="status">{texts.heldOver}</p>
      ) : (
        <p role="timer" aria-live="off">
          {fill(texts.heldFor, { time: countdown(left, texts) })}
        </p>
      )}
      {!isOver && canExtend && (
        <button type="button" class="link" onClick={extend}>
          {texts.keepLonger}
        </button>
      )}
    </div>
  )
}
