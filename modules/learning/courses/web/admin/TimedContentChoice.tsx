import { Button, Modal } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'

/** What hangs on a video whose file is replaced, as the refusal tells it (40472). */
export interface TimedContentAtStake {
  readonly segmentCount: number
  readonly captionCount: number
  readonly exerciseCount: number
  readonly lengthBefore: number
  readonly lengthAfter: number
}

interface Props {
  readonly atStake: TimedContentAtStake | undefined
  readonly onChoose: (choice: 'keep' | 'drop') => void
  readonly onCancel: () => void
}

/** The new video has another length: does what hangs on the old one by its time go along? */
export function TimedContentChoice({ atStake, onChoose, onCancel }: Props) {
  const t = useText('courses')
  return (
    <Modal
      open={atStake !== undefined}
      title={t('replaced.title')}
      onCancel={onCancel}
      footer={[
        <Button key="cancel" onClick={onCancel}>
          {t('authoring.cancel')}
        </Button>,
        <Button key="drop" onClick={() => onChoose('drop')}>
          {t('replaced.drop')}
        </Button>,
        <Button key="keep" type="primary" onClick={() => onChoose('keep')}>
          {t('replaced.keep')}
        </Button>,
      ]}
    >
      {atStake && (
        <>
          <p>
            {t('replaced.lengths', {
              before: clockText(atStake.lengthBefore),
              after: clockText(atStake.lengthAfter),
            })}
          </p>
          <p>
            {t('replaced.counts', {
              segments: atStake.segmentCount,
              captions: atStake.captionCount,
              exercises: atStake.exerciseCount,
            })}
          </p>
          <p>{t('replaced.hint')}</p>
        </>
      )}
    </Modal>
  )
}
