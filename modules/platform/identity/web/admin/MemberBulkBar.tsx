import { Button, Form } from 'antd'
import { useState } from 'react'
import type { CallInput, Output } from '#kit/contract.ts'
import type { Forecast } from '#kit/forecast.ts'
import { call } from '#web/api/query.ts'
import { useForecast } from '#web/api/use-forecast.ts'
import { useText } from '#web/i18n/texts.ts'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { ForecastNote } from '#web/ui/ForecastNote.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { notify } from '#web/ui/notify.ts'
import { identity } from '../../contract.ts'
import OrganizationPicker from '../parts/OrganizationPicker.tsx'
import { PositionSelect } from '../parts/PositionSelect.tsx'

type Change = Omit<CallInput<typeof identity.changeMembers>['body'], 'memberIds'>

interface Props {
  readonly memberIds: readonly string[]
  readonly onDone: () => void
}

/** Actions on all chosen members at once; either all succeed or none. */
export function MemberBulkBar({ memberIds, onDone }: Props) {
  const t = useText('identity')
  const [field, setField] = useState<'organizationId' | 'positionId'>()
  const [enabling, setEnabling] = useState<boolean>()
  const summary = ({ answer }: Forecast<Output<typeof identity.changeMembers>>) => [
    t('members.bulkForecast', { count: answer.changedCount }),
  ]
  const change = async (values: Change, handles?: 'all') => {
    const body = { memberIds: [...memberIds], ...values }
    const { changedCount } = await call(identity.changeMembers, { body }, { handles })
    notify('success', t('members.bulkDone', { count: changedCount }))
    onDone()
  }
  return (
    <section className="sy-toolbar" aria-label={t('members.bulk')}>
      <strong role="status">{t('members.chosen', { count: memberIds.length })}</strong>
      <Button onClick={() => setField('organizationId')}>{t('members.bulkOrganization')}</Button>
      <Button onClick={() => setField('positionId')}>{t('members.bulkPosition')}</Button>
      <Button onClick={() => setEnabling(true)}>{t('members.bulkEnable')}</Button>
      <Button danger onClick={() => setEnabling(false)}>
        {t('members.bulkDisable')}
      </Button>
      <Button type="text" onClick={onDone}>
        {t('members.unselect')}
      </Button>
      {enabling !== undefined && (
        <ForecastDialog
          entry={identity.changeMembers}
          input={{ body: { memberIds: [...memberIds], enabled: enabling } }}
          question={t(enabling ? 'members.bulkEnableQuestion' : 'members.bulkDisableQuestion', {
            count: memberIds.length,
          })}
          consequence={enabling ? undefined : t('members.disableConsequence')}
          okText={t(enabling ? 'members.bulkEnable' : 'members.bulkDisable')}
          danger={!enabling}
          summary={summary}
          onConfirm={() => change({ enabled: enabling })}
          onClose={() => setEnabling(undefined)}
        />
      )}
      {field && (
        <FieldModal
          field={field}
          memberIds={memberIds}
          summary={summary}
          onSubmit={(values) => change(values, 'all')}
          onClose={() => setField(undefined)}
        />
      )}
    </section>
  )
}

interface FieldProps {
  readonly field: 'organizationId' | 'positionId'
  readonly memberIds: readonly string[]
  readonly summary: (forecast: Forecast<Output<typeof identity.changeMembers>>) => string[]
  readonly onSubmit: (values: Change) => Promise<void>
  readonly onClose: () => void
}

/** Gives all chosen members the same organization or position. */
function FieldModal({ field, memberIds, summary, onSubmit, onClose }: FieldProps) {
  const t = useText('identity')
  const [form] = Form.useForm<Change>()
  const values = Form.useWatch([], form)
  const isChosen = values?.organizationId !== undefined || values?.positionId !== undefined
  const asked = isChosen ? { body: { memberIds: [...memberIds], ...values } } : undefined
  const forecast = useForecast(identity.changeMembers, asked)
  return (
    <FormModal<Change, void>
      form={form}
      title={t(field === 'positionId' ? 'members.bulkPosition' : 'members.bulkOrganization')}
      okText={t('common.save')}
      onSubmit={onSubmit}
      showsFailure
      onClose={onClose}
    >
      {field === 'organizationId' ? (
        <Form.Item
          name="organizationId"
          label={t('members.organization')}
          rules={[{ required: true, message: t('organizations.targetNeeded') }]}
        >
          <OrganizationPicker label={t('organizations.choose')} managedOnly />
        </Form.Item>
      ) : (
        <Form.Item
          name="positionId"
          label={t('members.position')}
          rules={[{ required: true, message: t('members.positionNeeded') }]}
        >
          <PositionSelect placeholder={t('members.choosePosition')} />
        </Form.Item>
      )}
      <ForecastNote state={forecast} summary={summary} />
    </FormModal>
  )
}
