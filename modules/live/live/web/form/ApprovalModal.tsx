import { Button, Modal } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { dateText } from '#web/ui/date.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { mapLabel } from '../parts/labels.ts'
import { audienceText } from './audience-text.ts'
import type { LiveFormValues } from './values.ts'

interface Props {
  readonly values: LiveFormValues
  readonly onBack: () => void
  readonly onSubmit: () => Promise<void>
}

/** The application once more before it goes to the approvers (LIVE-015, LIVE-108, LIVE-109). */
export function ApprovalModal({ values, onBack, onSubmit }: Props) {
  const t = useText('live')
  const { user } = useSession()
  const { busy, run } = useAction()
  const submit = () => run(onSubmit)
  const rows: readonly (readonly [string, string])[] = [
    [t('form.subject'), values.subject],
    [t('approval.applicant'), user?.fullName ?? ''],
    [t('form.startTime'), values.startTime === null ? t('share.now') : dateText(values.startTime, 'minute')],
    [t('form.estimateDuration'), t('card.minutes', { minutes: values.estimateDuration })],
    [t('form.liveMode'), values.liveMode === null ? '' : mapLabel('live-mode', values.liveMode)],
    [t('form.shareScope'), values.shareScope === null ? '' : mapLabel('share-scope', values.shareScope)],
    [t('form.audience'), values.shareScope === 4 ? audienceText(values) : ''],
    [t('form.executionMode'), values.executionMode === null ? '' : mapLabel('execution-mode', values.executionMode)],
    [t('form.planNumber'), values.planNumber],
    [t('form.lecturers'), values.lecturers.map(({ fullName }) => fullName).join('、')],
    [t('form.desc'), values.desc],
    [t('form.lecturerDesc'), values.lecturerDesc],
  ]
  return (
    <Modal
      open
      width={640}
      title={t('approval.title')}
      onCancel={onBack}
      footer={[
        <Button key="think" disabled={busy} onClick={onBack}>
          {t('approval.think')}
        </Button>,
        <Button key="submit" type="primary" loading={busy} onClick={() => void submit()}>
          {t('approval.submit')}
        </Button>,
      ]}
    >
      <p className="sy-faint">{t('approval.hint')}</p>
      <Facts shape="rows" className="lv-summary" items={rows.filter(([, value]) => value.trim() !== '')} />
    </Modal>
  )
}
