import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { PresenceCheck } from '../../../contract/learning.ts'
import { courses } from '../../../contract.ts'
import { useVideo } from './video.ts'

interface Props {
  readonly playbackId: string
  readonly check: PresenceCheck
  readonly onAnswered: () => void
}

/**
 * "Still there?" The video waits; any click, Enter or a reader's action on the one button answers, however long it takes.
 * What was watched before counts in any case.
 */
export function PresenceDialog({ playbackId, check, onAnswered }: Props) {
  const t = useText('courses')
  const video = useVideo()
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    video.pause()
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    dialog.current?.showModal()
  }, [video])
  const answer = async () => {
    setBusy(true)
    try {
      const input = { params: { id: playbackId }, body: { checkId: check.checkId } }
      await call(courses.confirmPresence, input, { quiet: true, handles: 'all' })
    } catch {
      // Answered in another window, or studied somewhere else: the next heartbeat says how it stands.
    }
    dialog.current?.close()
    onAnswered()
    video.play()
  }
  return (
    <dialog
      ref={dialog}
      className="co-presence"
      aria-labelledby="presence-title"
      aria-describedby="presence-text"
      onCancel={(event) => {
        event.preventDefault()
        void answer()
      }}
    >
      <Icon name="user" size={32} />
      <h2 id="presence-title">{t('presence.title')}</h2>
      <p id="presence-text">{t('presence.text')}</p>
      <button type="button" className="sy-button co-button-large" disabled={busy} onClick={() => void answer()}>
        {t('presence.answer')}
      </button>
    </dialog>
  )
}
