import '../parts/external.css'
import { Form, Input, Switch } from 'antd'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { managesExternal } from '../../contract/access.ts'
import type { ManagedActivity } from '../../contract/activities.ts'
import { type ActivityInput, summaryLengthMax } from '../../contract/fields.ts'
import { external } from '../../contract.ts'
import { TrainingFields } from '../parts/TrainingFields.tsx'

interface Props {
  readonly edited: ManagedActivity | 'new'
  readonly onClose: () => void
  /** Who is asked comes next. */
  readonly onAdded: (activity: { readonly id: string; readonly title: string }) => void
}

const weekMs = 7 * 86_400_000
const today = () => new Date().setHours(0, 0, 0, 0)

function fieldsOf(activity: ManagedActivity): ActivityInput {
  const { title, kind, provider, place, startsOn, endsOn, description, organizationId } = activity
  const { reportFrom, reportUntil, needsEvidence } = activity
  const training = { title, kind, provider, place, startsOn, endsOn, description, organizationId }
  return { ...training, reportFrom, reportUntil, needsEvidence }
}

/** Asks for reports of a training, or changes what is asked. */
export function ActivityDialog({ edited, onClose, onAdded }: Props) {
  const t = useText('external')
  const { user, dataPermission } = useSession()
  const isNew = edited === 'new'
  const managed = dataPermission.get(managesExternal.permission) ?? []
  const own = managed.find((one) => one === user?.organization.id) ?? managed[0] ?? ''
  const fresh: ActivityInput = {
    ...{ title: '', kind: 'course', provider: '', place: '', startsOn: null, endsOn: null, description: '' },
    ...{ organizationId: own, reportFrom: today(), reportUntil: today() + 2 * weekMs, needsEvidence: true },
  }
  const before = isNew ? fresh : fieldsOf(edited)
  const submit = async (values: ActivityInput) => {
    const body = { ...before, ...values }
    if (!isNew) {
      const params = { id: edited.id }
      await call(external.changeActivity, { params, body: { ...body, revision: edited.revision } })
      return
    }
    const { id } = await call(external.createActivity, { body })
    onAdded({ id, title: body.title })
  }
  const times = [{ required: true, message: t('managing.timeNeeded') }]
  return (
    <FormModal<ActivityInput, void>
      title={isNew ? t('managing.add') : edited.title}
      width={760}
      initialValues={before}
      onSubmit={submit}
      done={t('managing.saved')}
      onClose={onClose}
    >
      <TrainingFields />
      <div className="ext-columns">
        <Form.Item name="reportFrom" label={t('managing.reportFrom')} rules={times}>
          <MomentField />
        </Form.Item>
        <Form.Item
          name="reportUntil"
          label={t('managing.reportUntil')}
          dependencies={['reportFrom']}
          rules={[
            ...times,
            ({ getFieldValue }) => ({
              validator: (_, until: number | null) =>
                until === null || until > (getFieldValue('reportFrom') as number)
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('managing.order'))),
            }),
          ]}
        >
          <MomentField />
        </Form.Item>
        <Form.Item
          name="organizationId"
          label={t('managing.organization')}
          extra={t('managing.organizationHint')}
          rules={[{ required: true, message: t('managing.organizationNeeded') }]}
        >
          <OrganizationPicker label={t('managing.organization')} />
        </Form.Item>
        <Form.Item name="needsEvidence" label={t('managing.needsEvidence')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </div>
      <Form.Item name="description" label={t('managing.note')}>
        <Input.TextArea maxLength={summaryLengthMax} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormModal>
  )
}
