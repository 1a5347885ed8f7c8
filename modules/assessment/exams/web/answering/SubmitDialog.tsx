import { Button, Modal } from 'antd'
import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly busy: boolean
  /** Changes that the server does not have yet. */
  readonly waiting: number
  /** They are on their way: nothing keeps them back. */
  readonly isSaving: boolean
  readonly open: readonly number[]
  readonly flagged: readonly number[]
  readonly onGoTo: (place: number) => void
  readonly onSubmit: () => void
  readonly onClose: () => void
}

const placesShown = 30

/** Asks before the submission, and names what is not answered or was marked. */
export function SubmitDialog({ busy, waiting, isSaving, open, flagged, onGoTo, onSubmit, onClose }: Props) {
  const t = useText('exams')
  const places = (title: string, list: readonly number[]) =>
    list.length > 0 && (
      <section>
        <p>{title}</p>
        <div className="ex-numbers">
          {list.slice(0, placesShown).map((place) => (
            <button key={place} type="button" onClick={() => onGoTo(place)} aria-label={t('answer.number', { place })}>
              {place}
            </button>
          ))}
          {list.length > placesShown && <span>…</span>}
        </div>
      </section>
    )
  return (
    <Modal
      open
      title={t('submit.title')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('submit.goOn')}</Button>
          <Button type="primary" loading={busy} onClick={onSubmit}>
            {t('submit.confirm')}
          </Button>
        </>
      }
    >
      <div className="sy-column sy-gap-4">
        <p>{t('submit.hint')}</p>
        {waiting > 0 && (
          <p className="sy-callout" role="status">
            {t(isSaving ? 'submit.saving' : 'submit.waiting', { count: waiting })}
          </p>
        )}
        {places(t('submit.open', { count: open.length }), open)}
        {places(t('submit.flagged', { count: flagged.length }), flagged)}
      </div>
    </Modal>
  )
}
