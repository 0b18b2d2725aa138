import { useEffect, useRef, useState } from 'react'
import { config } from '../config'
import styles from '../ui/screen/screen.module.css'

/** react-admin's `<Title>` writes into the element with this id. */
export const StockTitle = () => {
  const written = useRef<HTMLElement>(null)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const element = written.current
    if (!element) return
    const observer = new MutationObserver(() => setTitle(element.textContent ?? ''))
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <span ref={written} id="react-admin-title" hidden />
      {title && (
        <>
          <title>{`${title} · ${config.productName}`}</title>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
        </>
      )}
    </>
  )
}
