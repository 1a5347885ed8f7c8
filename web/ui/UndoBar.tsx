import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../i18n/texts.ts'

/** How long it can be taken back, while nobody points at the bar or has the keyboard in it. */
const SHOWN_MS = 7000

interface Bar {
  readonly text: string
  readonly onUndo: () => unknown
  /** The time is over: it stays as it is. */
  readonly onEnd: () => unknown
}

/** Says for a few seconds what was done, and takes it back; without a text there is nothing to take back. */
export function UndoBar({ text, ...bar }: Omit<Bar, 'text'> & { readonly text: string | undefined }) {
  return (
    <div className="sy-undo" role="status">
      {text !== undefined && <ShownBar key={text} text={text} {...bar} />}
    </div>
  )
}

function ShownBar({ text, onUndo, onEnd }: Bar) {
  const t = useText('shell')
  const button = useRef<HTMLButtonElement>(null)
  const [isPointedAt, setPointedAt] = useState(false)
  const [isTyped, setTyped] = useState(false)
  const end = useEffectEvent(() => void onEnd())
  const isWaiting = isPointedAt || isTyped
  useEffect(() => {
    if (isWaiting) return
    const timer = setTimeout(end, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  useFocusOfGone(button)
  const leave = (how: () => unknown) => {
    void how()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <p onPointerEnter={() => setPointedAt(true)} onPointerLeave={() => setPointedAt(false)}>
      {text}
      <button
        ref={button}
        type="button"
        onClick={() => leave(onUndo)}
        onFocus={({ target }) => setTyped(target.matches(':focus-visible'))}
        onBlur={() => setTyped(false)}
        onKeyDown={({ key }) => key === 'Escape' && leave(onEnd)}
      >
        {t('undo')}
      </button>
    </p>
  )
}

/** The row that had the focus often goes with what was done to it: the keyboard then goes on from here, not from the top of the page. */
function useFocusOfGone(button: { readonly current: HTMLButtonElement | null }): void {
  useEffect(() => {
    const take = () => {
      if (document.activeElement === null || document.activeElement === document.body)
        button.current?.focus({ preventScroll: true })
    }
    take()
    const watcher = new MutationObserver(take)
    watcher.observe(document.body, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [button])
}
