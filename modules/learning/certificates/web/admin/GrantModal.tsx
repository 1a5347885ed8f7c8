import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { certificates } from '../../contract.ts'

interface Values {
  readonly templateId: string
  readonly memberIds?: string[]
  readonly organizationIds?: string[]
  readonly itemName: string
  readonly finishedOn?: string | null
}

/** Gives certificates for what was learnt elsewhere: to members, and to departments with all below them. */
export function GrantModal({ onClose }: { onClose: () => void }) {
  const t = useText('certificates')
  const [requestId] = useState(() => uuid())
  const offered = useQuery(q(certificates.offeredTemplates, {}, { quiet: true }))
  const needed = [{ required: true, whitespace: true, message: t('form.needed') }]
  const give = ({ finishedOn, ...values }: Values) => {
    const finishedAt = finishedOn && dayjs(finishedOn).valueOf()
    return call(certificates.grantMany, { body: { ...values, requestId, ...(finishedAt && { finishedAt }) } })
  }
  return (
    <FormModal<Values, { memberCount: number }>
      title={t('dialog.grantTitle')}
      okText={t('dialog.submit')}
      hint={t('dialog.grantHint')}
      done={({ memberCount }) => t('dialog.grantedMany', { count: memberCount })}
      onSubmit={give}
      onClose={onClose}
    >
      <Form.Item name="templateId" label={t('dialog.template')} rules={needed}>
        <Select options={(offered.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <Form.Item
        name="memberIds"
        label={t('dialog.members')}
        dependencies={['organizationIds']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, members?: string[]) => {
              const chosen = getFieldValue('organizationIds') as string[] | undefined
              if (!members?.length && !chosen?.length) throw new Error(t('dialog.membersNeeded'))
            },
          }),
        ]}
      >
        <MemberIdsPicker label={t('dialog.membersHint')} />
      </Form.Item>
      <Form.Item name="organizationIds" label={t('dialog.departments')} extra={t('dialog.departmentsHint')}>
        <OrganizationPicker multiple allowClear label={t('dialog.departments')} />
      </Form.Item>
      <Form.Item name="itemName" label={t('dialog.itemName')} rules={needed}>
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item name="finishedOn" label={t('dialog.finishedAt')} extra={t('dialog.finishedHint')}>
        <DayField disabledDate={(day) => day.valueOf() > Date.now()} />
      </Form.Item>
    </FormModal>
  )
}
