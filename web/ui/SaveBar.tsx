import { Button, Modal } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../i18n/texts.ts'
import { Icon } from './Icon.tsx'

/** A change that is asked about before it is saved, because of what it brings. */
export interface SeriousChange {
  readonly name: string
  readonly consequence: string
}

interface Props {
  /** How many settings differ from what is saved; the bar shows when it is more than none. */
  readonly count: number
  /** Why it cannot be saved yet. */
  readonly fault?: string | undefined
  readonly serious?: readonly SeriousChange[]
  readonly busy: boolean
  readonly onSave: () => void
  readonly onDiscard: () => void
  /** Another button at its start. */
  readonly extra?: ReactNode
}

/** The one way in which screens of settings are saved: a bar that appears with the first change, with Ctrl+S for Save. */
export function SaveBar({ count, fault, serious = [], busy, onSave, onDiscard, extra }: Props) {
  const t = useText('shell')
  const [modal, holder] = Modal.useModal()
  const isAsking = useRef(false)
  const canSave = count > 0 && fault === undefined && !busy
  const ask = () => {
    if (serious.length === 0) return onSave()
    if (isAsking.current) return
    isAsking.current = true
    void modal.confirm({
      title: t('save.sure'),
      content: (
        <ul className="sy-save-changes">
          {serious.map(({ name, consequence }) => (
            <li key={name}>
              <strong>{name}</strong>
              <small>{consequence}</small>
            </li>
          ))}
        </ul>
      ),
      okText: t('save.sureOk'),
      cancelText: t('cancel'),
      autoFocusButton: 'cancel',
      onOk: onSave,
      afterClose: () => {
        isAsking.current = false
      },
    })
  }
  const save = useRef(ask)
  save.current = ask
  useEffect(() => {
    if (count === 0) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (canSave) save.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [count, canSave])
  return (
    <section className="sy-save-bar" data-shown={count > 0} aria-label={t('save.bar')} inert={count === 0}>
      <p role="status">
        {count > 0 && (
          <>
            <Icon name={fault === undefined ? 'edit' : 'alert'} size={18} />
            <span>
              {t('save.count', { count })}
              {fault !== undefined && <small>{fault}</small>}
            </span>
          </>
        )}
      </p>
      <div className="sy-actions">
        {extra}
        <Button disabled={busy} onClick={onDiscard}>
          {t('save.discard')}
        </Button>
        <Button type="primary" loading={busy} disabled={!canSave} onClick={ask}>
          {t('save.save')}
        </Button>
      </div>
      {holder}
    </section>
  )
}
