import { Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { v7 as uuid } from 'uuid'
import { MemberIdsPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import type { CreditKind } from '../../contract/credits.ts'
import { study } from '../../contract.ts'
import { amountRule, parseAmount } from '../parts/amounts.ts'

interface Values {
  readonly memberIds: string[]
  readonly type: CreditKind
  readonly score: string
  readonly reason: string
}

/** Enters what was studied elsewhere. However often it is sent, it is entered once. */
export function GrantModal({ onClose }: { onClose: () => void }) {
  const t = useText('study')
  const [requestId] = useState(() => uuid())
  const grant = ({ memberIds, type, score, reason }: Values) => {
    const body = { requestId, memberIds, type, score: parseAmount(score) ?? '', reason: reason.trim() }
    return call(study.grantCredits, { body })
  }
  return (
    <FormModal<Values, { recordCount: number }>
      title={t('caps.grant')}
      okText={t('caps.submit')}
      hint={t('caps.grantHint')}
      initialValues={{ memberIds: [], type: 1 }}
      onSubmit={grant}
      done={({ recordCount }) => t('caps.granted', { count: recordCount })}
      onClose={onClose}
    >
      <Form.Item
        name="memberIds"
        label={t('caps.members')}
        rules={[{ required: true, type: 'array', min: 1, message: t('caps.membersNeeded') }]}
      >
        <MemberIdsPicker label={t('caps.members')} />
      </Form.Item>
      <Form.Item name="type" label={t('caps.type')}>
        <Segmented
          options={[
            { value: 1, label: t('hours') },
            { value: 2, label: t('credit') },
          ]}
        />
      </Form.Item>
      <Form.Item name="score" label={t('caps.score')} rules={[amountRule(t('caps.scoreNeeded'))]}>
        <Input inputMode="decimal" />
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('caps.reason')}
        rules={[{ required: true, whitespace: true, message: t('caps.reasonNeeded') }]}
      >
        <Input maxLength={200} placeholder={t('caps.reasonExample')} />
      </Form.Item>
    </FormModal>
  )
}
