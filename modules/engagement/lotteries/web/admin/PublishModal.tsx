import { Checkbox, Form } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import type { EditedLottery } from '../../contract/managing.ts'
import { lotteries } from '../../contract.ts'

/** Asks before a lottery is published, because nothing takes that back. */
export function PublishModal({ lottery, onClose }: { lottery: EditedLottery; onClose: () => void }) {
  const t = useText('lotteries')
  const { id, name, revision } = lottery
  return (
    <FormModal<{ readonly notify: boolean }, unknown>
      title={t('publish.title', { name })}
      okText={t('actions.publish')}
      hint={t('publish.hint')}
      initialValues={{ notify: true }}
      showsFailure
      onSubmit={({ notify }) =>
        call(lotteries.publishLottery, { params: { id }, body: { revision, notify } }, { handles: 'all' })
      }
      done={t('publish.done')}
      onClose={onClose}
    >
      <Form.Item name="notify" valuePropName="checked">
        <Checkbox>{t('publish.notify')}</Checkbox>
      </Form.Item>
    </FormModal>
  )
}
