import { useQuery } from '@tanstack/react-query'
import { Form, Input, Modal, Select } from 'antd'
import { useEffect, useState } from 'react'
import { identity } from '#modules/identity/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { SEARCH_DEBOUNCE_MS } from '#web/ui/timing.ts'
import { certificates } from '../../contract.ts'

interface Values {
  readonly templateId: string
  readonly memberId: string
  readonly itemName: string
}

/** Gives a certificate for what was learnt elsewhere. */
export function GrantModal({ onClose }: { onClose: () => void }) {
  const t = useText('certificates')
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const offered = useQuery(q(certificates.offeredTemplates, {}, { quiet: true }))
  const members = useQuery(q(identity.searchColleagues, { query: { keyword, pageSize: 20 } }, { quiet: true }))
  const needed = [{ required: true, whitespace: true, message: t('form.needed') }]
  const give = async (body: Values) => {
    setBusy(true)
    try {
      await call(certificates.grantCertificate, { body })
      notify('success', t('dialog.granted'))
      onClose()
    } catch {
      // The call has said why not.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('dialog.grantTitle')}
      okText={t('dialog.submit')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className="sy-faint">{t('dialog.grantHint')}</p>
      <Form<Values> form={form} layout="vertical" requiredMark={false} onFinish={(values) => void give(values)}>
        <Form.Item name="templateId" label={t('dialog.template')} rules={needed}>
          <Select options={(offered.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))} />
        </Form.Item>
        <Form.Item name="memberId" label={t('dialog.member')} rules={needed}>
          <Select
            loading={members.isFetching}
            showSearch={{ onSearch: setTyped, filterOption: false }}
            options={(members.data?.items ?? []).map((member) => ({
              value: member.id,
              label: `${member.memberFullName} · ${member.organizationName}`,
            }))}
          />
        </Form.Item>
        <Form.Item name="itemName" label={t('dialog.itemName')} rules={needed}>
          <Input maxLength={120} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
