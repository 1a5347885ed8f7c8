import '../parts/plans.css'
import { Form, Input } from 'antd'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { managesPlans } from '../../contract/access.ts'
import { nameLengthMax, noteLengthMax, type PlanInput } from '../../contract/fields.ts'
import type { PlanDetails } from '../../contract/plans.ts'
import { plans } from '../../contract.ts'

interface Props {
  readonly edited?: PlanDetails
  readonly onClose: () => void
  readonly onAdded?: (id: string) => void
}

/** Begins a plan, or changes what it is called and whose it is. */
export function PlanDialog({ edited, onClose, onAdded }: Props) {
  const t = useText('plans')
  const { user, dataPermission } = useSession()
  const managed = dataPermission.get(managesPlans.permission) ?? []
  const own = managed.find((one) => one === user?.organization.id) ?? managed[0] ?? ''
  const fresh: PlanInput = { name: '', year: new Date().getFullYear(), organizationId: own, note: '' }
  const { name, year, organizationId, note } = edited ?? fresh
  const before: PlanInput = { name, year, organizationId, note }
  const submit = async (values: PlanInput) => {
    const body = { ...before, ...values }
    if (edited) {
      await call(plans.changePlan, { params: { id: edited.id }, body: { ...body, revision: edited.revision } })
      return
    }
    const { id } = await call(plans.createPlan, { body })
    onAdded?.(id)
  }
  return (
    <FormModal<PlanInput, void>
      title={edited ? edited.name : t('plans.add')}
      initialValues={before}
      onSubmit={submit}
      done={t('plans.saved')}
      onClose={onClose}
    >
      <NameField label={t('plans.name')} needed={t('plans.nameNeeded')} maxLength={nameLengthMax} />
      <div className="pl-columns">
        <NumberField
          name="year"
          label={t('plans.year')}
          needed={t('plan.needed')}
          min={2000}
          max={2099}
          precision={0}
        />
        <Form.Item
          name="organizationId"
          label={t('plans.organization')}
          extra={t('plans.organizationHint')}
          rules={[{ required: true, message: t('plans.organizationNeeded') }]}
        >
          <OrganizationPicker label={t('plans.organization')} />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('plans.note')}>
        <Input.TextArea maxLength={noteLengthMax} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormModal>
  )
}
