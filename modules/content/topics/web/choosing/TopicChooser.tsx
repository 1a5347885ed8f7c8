import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { TOPICS_DEFAULT } from '../../contract/topics.ts'
import type { ChosenTopic } from './chosen-topic.ts'
import { TopicBox } from './TopicBox.tsx'
import './choosing.css'

export interface TopicChooserProps {
  /** A field of a form hands it `value` and `onChange`. */
  readonly value?: readonly ChosenTopic[]
  readonly onChange?: (topics: ChosenTopic[]) => void
  /** 5 where nothing is said; other places take 12 or 15 (SYSTEM-163, SYSTEM-164). */
  readonly max?: number
  /** Offers what learners are shown, not all. */
  readonly forLearners?: boolean
  /** Of the label outside. */
  readonly labelledBy?: string
  readonly disabled?: boolean
}

const phone = '(max-width: 767px)'

function useIsPhone(): boolean {
  const [isPhone, setIsPhone] = useState(() => matchMedia(phone).matches)
  useEffect(() => {
    const query = matchMedia(phone)
    const follow = () => setIsPhone(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return isPhone
}

/** A field for topics: in its place on a wide screen, in a sheet from below on a phone. */
export default function TopicChooser(props: TopicChooserProps) {
  const { value = [], onChange, max = TOPICS_DEFAULT, forLearners = false, labelledBy, disabled = false } = props
  const t = useText('topics')
  const kit = useText('kit')
  const isPhone = useIsPhone()
  const add = (topic: ChosenTopic) => {
    if (value.some(({ id }) => id === topic.id)) return
    if (value.length >= max) return notify('error', kit('ui.max-n-items', { N: max }))
    onChange?.([...value, { id: topic.id, name: topic.name }])
  }
  const remove = (id: string) => onChange?.(value.filter((topic) => topic.id !== id))
  const box = { value, max, forLearners, labelledBy, disabled, onAdd: add, onRemove: remove }
  if (!isPhone) return <TopicBox {...box} />
  return (
    <PhoneSheet value={value} labelledBy={labelledBy} disabled={disabled} title={t('chooser.title', { max })}>
      <TopicBox {...box} open />
    </PhoneSheet>
  )
}

interface SheetProps {
  readonly value: readonly ChosenTopic[]
  readonly labelledBy: string | undefined
  readonly disabled: boolean
  readonly title: string
  readonly children: React.ReactNode
}

function PhoneSheet({ value, labelledBy, disabled, title, children }: SheetProps) {
  const t = useText('topics')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    <>
      <button
        type="button"
        className="sy-row sy-wrap topic-field"
        aria-haspopup="dialog"
        aria-labelledby={labelledBy ? `${labelledBy} ${id}` : undefined}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <span id={id} className="sy-flow sy-plain-list topic-chips">
          {value.length === 0 && <span className="sy-faint">{t('chooser.choose')}</span>}
          {value.map((topic) => (
            <span key={topic.id} className="sy-inline topic-tag">
              {topic.name}
            </span>
          ))}
        </span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself. */}
      <dialog
        ref={dialog}
        className="topic-sheet"
        aria-label={title}
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === dialog.current && setOpen(false)}
      >
        {open && (
          <div className="topic-sheet-content">
            <header>
              <h2>{title}</h2>
              <button type="button" className="sy-button sy-button-small" onClick={() => setOpen(false)}>
                {t('chooser.done')}
              </button>
            </header>
            {children}
          </div>
        )}
      </dialog>
    </>
  )
}
