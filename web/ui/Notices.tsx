import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isServerBusy, subscribeToBusy } from '../api/busy.ts'
import { useText } from '../i18n/texts.ts'
import { Icon, type IconName } from './Icon.tsx'
import { confirmBlockingAlert, currentNotices, dismissNotice, type NoticeKind, subscribeToNotices } from './notify.ts'

const icons: Record<NoticeKind, IconName> = { success: 'check', error: 'alert', info: 'info' }

/** Shows what `notify` and `showBlockingAlert` say. Once in the page. */
export function Notices() {
  const { notices, alert } = useSyncExternalStore(subscribeToNotices, currentNotices, currentNotices)
  const region = useRef<HTMLDivElement>(null)
  // Showing it again moves it above dialogs that have opened since.
  useEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    if (notices.length > 0) element.showPopover()
  }, [notices])
  return (
    <>
      <div className="sy-notices" ref={region} popover="manual" role="status" aria-live="polite">
        {notices.map((notice) => (
          <div key={notice.id} className={`sy-notice sy-notice-${notice.kind}`}>
            <Icon name={icons[notice.kind]} size={18} />
            <span>{notice.text}</span>
            <Dismiss id={notice.id} />
          </div>
        ))}
      </div>
      <BusyLine />
      {alert && <AlertDialog text={alert.text} />}
    </>
  )
}

/** While the server is busy, the screen stays, and this line says that it is asked again (SHELL-131). */
function BusyLine() {
  const t = useText('shell')
  const busy = useSyncExternalStore(subscribeToBusy, isServerBusy, isServerBusy)
  return (
    <div className="sy-busy" role="status" aria-live="polite">
      {busy && (
        <p>
          <Icon name="info" size={16} />
          {t('busy')}
        </p>
      )}
    </div>
  )
}

function Dismiss({ id }: { id: number }) {
  const t = useText('shell')
  return (
    <button type="button" className="sy-notice-close" aria-label={t('close')} onClick={() => dismissNotice(id)}>
      <Icon name="close" size={14} />
    </button>
  )
}

/** Nothing behind it takes input until it is confirmed (SHELL-083); Escape does not close it. */
function AlertDialog({ text }: { text: string }) {
  const t = useText('shell')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="sy-alert"
      role="alertdialog"
      aria-label={text}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <span className="sy-alert-mark">
        <Icon name="alert" size={28} />
      </span>
      <p>{text}</p>
      <button type="button" className="sy-button" onClick={confirmBlockingAlert}>
        {t('confirmed')}
      </button>
    </dialog>
  )
}
