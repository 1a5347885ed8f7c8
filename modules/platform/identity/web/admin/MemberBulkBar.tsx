import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import type { CallInput } from '#kit/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { notify } from '#web/ui/notify.ts'
import { identity } from '../../contract.ts'
import { OrganizationSelect } from '../parts/OrganizationSelect.tsx'
import { PositionSelect } from '../parts/PositionSelect.tsx'
import { Failure, useSubmission } from '../parts/submission.tsx'

type Change = Omit<CallInput<typeof identity.changeMembers>['body'], 'memberIds'>

interface Props {
  readonly memberIds: readonly string[]
  readonly onDone: () => void
}

/** What can be done to all the chosen members at once: to all of them, or to none. */
export function MemberBulkBar({ memberIds, onDone }: Props) {
  const t = useText('identity')
  const [field, setField] = useState<'organizationId' | 'positionId'>()
  const { busy, failure, submit } = useSubmission()
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
      <Button onClick={() => void change({ enabled: true }).catch(() => undefined)}>{t('members.bulkEnable')}</Button>
      <ConfirmButton
        danger
        question={t('members.bulkDisableQuestion', { count: memberIds.length })}
        consequence={t('members.disableConsequence')}
        onConfirm={() => change({ enabled: false })}
      >
        {t('members.bulkDisable')}
      </ConfirmButton>
      <Button type="text" onClick={onDone}>
        {t('members.unselect')}
      </Button>
      <Modal
        open={field !== undefined}
        title={t(field === 'positionId' ? 'members.bulkPosition' : 'members.bulkOrganization')}
        onCancel={() => setField(undefined)}
        footer={null}
        destroyOnHidden
      >
        <Failure text={failure} />
        <Form<Change> layout="vertical" onFinish={(values) => void submit(() => change(values, 'all'))}>
          {field === 'organizationId' && (
            <Form.Item
              name="organizationId"
              label={t('members.organization')}
              rules={[{ required: true, message: t('organizations.targetNeeded') }]}
            >
              <OrganizationSelect placeholder={t('organizations.choose')} managedOnly />
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
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('common.save')}
          </Button>
        </Form>
      </Modal>
    </section>
  )
}
