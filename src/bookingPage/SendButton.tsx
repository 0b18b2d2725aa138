/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { usePage } from './page'

export const useSending = () => {
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    setSending(true)
    await work().finally(() => {
      isBusy.current = false
      setSending(false)
    })
  }
  return [isSending, send] as const
}

interface Props {
  isSending: boolean
  isOff?: boolean
  class?: 'primary' | 'danger'
  onClick?: () => void
  children: ComponentChildren
}

export const SendButton = ({ isSending, isOff = false, class: look = 'primary', onClick, children }: Props) => {
  const { texts } = usePage()
  return (
    <>
      <button
        type={onClick ? 'button' : 'submit'}
        class={isSending ? `${look} sending` : look}
        aria-disabled={isSending || isOff}
        onClick={onClick}
      >
        {isSending ? texts.sending : children}
      </button>
      <span class="hidden" role="status">
        {isSending ? texts.sending : ''}
      </span>
    </>
  )
}
