import { Checkbox, Form, InputNumber } from 'antd'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import type { EditedContest } from '../../contract/managing.ts'
import { contests } from '../../contract.ts'

interface Values {
  readonly reviewerIds: string[]
  readonly perWork: number
  readonly sparesColleagues: boolean
}

interface Props {
  readonly contest: EditedContest
  readonly round: number
  /** Empty: all works of the round. */
  readonly workIds: readonly string[]
  readonly onClose: () => void
}

const reviewersMax = 50
const perWorkMax = 20

/** Spreads works over reviewers. */
export function AssignDialog({ contest, round, workIds, onClose }: Props) {
  const t = useText('contests')
  return (
    <FormModal<Values, { readonly assigned: number; readonly short: number }>
      title={t('assign.title')}
      hint={t(contest.isAnonymous ? 'assign.hintAnonymous' : 'assign.hint')}
      okText={t('assign.ok')}
      initialValues={{ reviewerIds: [], perWork: 3, sparesColleagues: true }}
      onSubmit={(values) => {
        const chosen = workIds.length === 0 ? {} : { workIds: [...workIds] }
        return call(contests.assignReviewers, { params: { id: contest.id }, body: { round, ...values, ...chosen } })
      }}
      done={({ assigned, short }) =>
        [t('assign.done', { count: assigned }), short > 0 && t('assign.short', { count: short })]
          .filter((text) => text !== false)
          .join(' ')
      }
      onClose={onClose}
    >
      <Form.Item
        name="reviewerIds"
        label={t('assign.reviewers')}
        rules={[{ required: true, type: 'array', min: 1, message: t('assign.reviewersNeeded') }]}
      >
        <MemberIdsPicker label={t('assign.reviewers')} max={reviewersMax} />
      </Form.Item>
      <Form.Item
        name="perWork"
        label={t('assign.perWork')}
        rules={[{ required: true, message: t('form.numberNeeded') }]}
      >
        <InputNumber min={1} max={perWorkMax} precision={0} />
      </Form.Item>
      <Form.Item name="sparesColleagues" valuePropName="checked" extra={t('assign.sparesHint')}>
        <Checkbox>{t('assign.spares')}</Checkbox>
      </Form.Item>
    </FormModal>
  )
}
