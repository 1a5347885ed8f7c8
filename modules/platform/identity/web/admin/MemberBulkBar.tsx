import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import type { CallInput, Output } from '#kit/contract.ts'
import type { Forecast } from '#kit/forecast.ts'
import { call } from '#web/api/query.ts'
import { useForecast } from '#web/api/use-forecast.ts'
import { useText } from '#web/i18n/texts.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { ForecastNote } from '#web/ui/ForecastNote.tsx'
import { notify } from '#web/ui/notify.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
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
  const [form] = Form.useForm<Change>()
  const values = Form.useWatch([], form)
  const { busy, failure, submit } = useSubmission()
  const isChosen = values?.organizationId !== undefined || values?.positionId !== undefined
  const asked = field && isChosen ? { body: { memberIds: [...memberIds], ...values } } : undefined
  const forecast = useForecast(identity.changeMembers, asked)
  const summary = ({ answer }: Forecast<Output<typeof identity.changeMembers>>) => [
    t('members.bulkForecast', { count: answer.changedCount }),
  ]
  const change = async (values: Change, handles?: 'all') => {
    const body = { memberIds: [...memberIds], ...values }
    const { changedCount } = await call(identity.changeMembers, { body }, { handles })
    notify('success', t('members.bulkDone', { count: changedCount }))
    setField(undefined)
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
      <Modal
        open={field !== undefined}
        title={t(field === 'positionId' ? 'members.bulkPosition' : 'members.bulkOrganization')}
        onCancel={() => setField(undefined)}
        footer={null}
        destroyOnHidden
      >
        <Failure text={failure} />
        <Form<Change> form={form} layout="vertical" onFinish={(values) => void submit(() => change(values, 'all'))}>
          {field === 'organizationId' && (
            <Form.Item
              name="organizationId"
              label={t('members.organization')}
              rules={[{ required: true, message: t('organizations.targetNeeded') }]}
            >
              <OrganizationPicker label={t('organizations.choose')} managedOnly />
            </Form.Item>
          )}
          {field === 'positionId' && (
            <Form.Item
              name="positionId"
              label={t('members.position')}
              rules={[{ required: true, message: t('members.positionNeeded') }]}
            >
              <PositionSelect placeholder={t('members.choosePosition')} />
            </Form.Item>
          )}
          <ForecastNote state={forecast} summary={summary} />
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('common.save')}
          </Button>
        </Form>
      </Modal>
    </section>
  )
}
