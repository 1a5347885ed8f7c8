import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { messages } from '../contract.ts'
import { NotificationRow } from './NotificationRow.tsx'
import { messagePaths } from './paths.ts'

const SHOWN = 8
const PHONE = '(max-width: 767px)'

/** The newest messages: under the bell, or in a sheet from below on a phone. Arrows move between them, Escape closes. */
export function BellPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const t = useText('messages')
  const dialog = useRef<HTMLDialogElement>(null)
  const { error, data, isPending, isError, refetch } = useQuery(
    q(messages.listNotifications, { query: { pageSize: SHOWN } }, { quiet: true }),
  )
  useEffect(() => {
    const element = dialog.current
    if (matchMedia(PHONE).matches) element?.showModal()
    else element?.show()
    // The browser would focus the first button, and a second Enter would mark everything as read.
    element?.querySelector('h2')?.focus()
    return () => element?.close()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const rows = [...(dialog.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    rows[at === -1 && step === -1 ? rows.length - 1 : (at + step + rows.length) % rows.length]?.focus()
  }

  return (
    <dialog
      ref={dialog}
      className="ms-panel"
      aria-label={t('bell.label')}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="sy-column ms-panel-content">
        <header className="sy-row sy-gap-1 ms-panel-head">
          <h2 tabIndex={-1}>{t('bell.label')}</h2>
          {unread > 0 && (
            <button
              type="button"
              className="sy-inline ms-quiet-button"
              onClick={() => void call(messages.readAllNotifications, { body: {} }).catch(() => undefined)}
            >
              <Icon name="check" size={16} />
              {t('centre.readAll')}
            </button>
          )}
          <Link className="sy-icon-button" to={messagePaths.settings} aria-label={t('settings.title')}>
            <Icon name="settings" size={18} />
          </Link>
          <button type="button" className="sy-icon-button" aria-label={t('bell.close')} onClick={onClose}>
            <Icon name="close" size={18} />
          </button>
        </header>
        <div className="ms-panel-list">
          {isPending && <LoadingState rows={6} />}
          {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
          {data?.items.length === 0 && (
            <EmptyState small title={t('centre.empty')} description={t('centre.emptyHint')} />
          )}
          {data && data.items.length > 0 && (
            <ul>
              {data.items.map((notification) => (
                <li key={notification.id}>
                  <NotificationRow notification={notification} compact onOpened={onClose} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <Link className="sy-row ms-panel-more" to={messagePaths.centre} onClick={onClose}>
          {t('bell.all')}
          <Icon name="arrow-right" size={16} />
        </Link>
      </div>
    </dialog>
  )
}
