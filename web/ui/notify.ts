/** What is to be said to the user, from any code: notifications that pass, and alerts that block. */

export type NoticeKind = 'success' | 'error' | 'info'

export interface Notice {
  readonly id: number
  readonly kind: NoticeKind
  readonly text: string
}

export interface BlockingAlert {
  readonly text: string
  /** After the one button was pressed. */
  readonly onConfirm: () => void
}

interface Shown {
  readonly notices: readonly Notice[]
  readonly alert: BlockingAlert | undefined
}

/** A notification disappears by itself after this time (SHELL-088). */
const NOTICE_MS = 2500

let shown: Shown = { notices: [], alert: undefined }
let nextId = 1
const listeners = new Set<() => void>()

function change(next: Partial<Shown>): void {
  shown = { ...shown, ...next }
  for (const listener of listeners) listener()
}

/** Shows a notification. The same text twice at a time is shown once. */
export function notify(kind: NoticeKind, text: string): void {
  if (shown.notices.some((notice) => notice.text === text)) return
  const notice: Notice = { id: nextId++, kind, text }
  change({ notices: [...shown.notices, notice] })
  setTimeout(() => dismissNotice(notice.id), NOTICE_MS)
}

export function dismissNotice(id: number): void {
  change({ notices: shown.notices.filter((notice) => notice.id !== id) })
}

/** Shows an alert that must be confirmed before anything else takes input (SHELL-083). */
export function showBlockingAlert(alert: BlockingAlert): void {
  if (!shown.alert) change({ alert })
}

export function confirmBlockingAlert(): void {
  const alert = shown.alert
  change({ alert: undefined })
  alert?.onConfirm()
}

export function currentNotices(): Shown {
  return shown
}

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
