import './reporting.css'
import { Form, Input, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { notify } from '#web/ui/notify.ts'
import { moderation, REASON_MAX, type ReasonCode, reasonCodes } from '../../contract.ts'
import { mayReport } from './report-state.ts'

export interface ReportDialogProps {
  /** The number of the kind that the content's module has registered with `moderated`. */
  readonly businessType: number
  readonly businessId: string
  readonly onClose: () => void
}

interface Values {
  readonly reasonCode: ReasonCode
  readonly reason: string
}

/** Reports a content: asks first whether the member has done so already (COMMUNITY-105), then for the rule and the reason. */
export default function ReportDialog({ businessType, businessId, onClose }: ReportDialogProps) {
  const t = useText('moderation')
  const [isOpen, setIsOpen] = useState(false)
  const latest = useRef({ t, onClose })
  latest.current = { t, onClose }
  useEffect(() => {
    const close = () => latest.current.onClose()
    mayReport({ businessId, businessType }).then((may) => {
      if (may) return setIsOpen(true)
      notify('info', latest.current.t('report.already'))
      close()
    }, close)
  }, [businessId, businessType])
  if (!isOpen) return null
  return (
    <FormModal<Values, unknown>
      title={t('report.title')}
      okText={t('report.send')}
      hint={t('report.hint')}
      initialValues={{ reasonCode: 'spam', reason: '' }}
      onSubmit={(values) => call(moderation.accuse, { body: { businessId, businessType, ...values } })}
      done={t('report.done')}
      onClose={onClose}
    >
      <ReportFields />
    </FormModal>
  )
}

/** The rule that is broken, and what the member has to say. */
export function ReportFields() {
  const t = useText('moderation')
  return (
    <>
      <Form.Item name="reasonCode" label={t('report.rule')}>
        <Radio.Group
          className="mod-rules"
          options={reasonCodes.map((code) => ({ value: code, label: t(`rule.${code}`) }))}
        />
      </Form.Item>
      <Form.Item name="reason" label={t('report.reason')}>
        <Input.TextArea maxLength={REASON_MAX} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </>
  )
}
