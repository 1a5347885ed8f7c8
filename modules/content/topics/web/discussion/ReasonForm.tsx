import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'

export default function ReasonForm({
  onSubmit,
  onCancel,
}: {
  onSubmit: (reason: string) => Promise<void>
  onCancel: () => void
}) {
  const t = useText('topics')
  const [reason, setReason] = useState('')
  return (
    <form
      className="sy-inline sy-wrap sy-gap-3 dis-reason"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit(reason)
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it stands where the button was that was just pressed.
        autoFocus
        aria-label={t('comment.reason')}
        placeholder={t('comment.reason')}
        maxLength={100}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <button type="submit" className="dis-action dis-danger">
        {t('comment.remove')}
      </button>
      <button type="button" className="dis-action" onClick={onCancel}>
        {t('comment.cancel')}
      </button>
    </form>
  )
}
