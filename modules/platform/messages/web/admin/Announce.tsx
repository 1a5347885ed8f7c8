import './deliveries.css'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { messages } from '../../contract.ts'

const TITLE_LENGTH_MAX = 200
const CONTENT_LENGTH_MAX = 2000

interface Values {
  readonly title: string
  readonly content: string
  readonly organizationIds: string[]
}

/** Sends an announcement to the members of organizations. */
export function Announce() {
  const t = useText('messages')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="primary" icon={<Icon name="send" size={16} />} onClick={() => setOpen(true)}>
        {t('announce.title')}
      </Button>
      {open && <AnnounceModal onClose={() => setOpen(false)} />}
    </>
  )
}

function AnnounceModal({ onClose }: { onClose: () => void }) {
  const t = useText('messages')
  return (
    <FormModal<Values, unknown>
      title={t('announce.title')}
      okText={t('announce.send')}
      hint={t('announce.hint')}
      onSubmit={(values) => call(messages.announce, { body: values })}
      done={t('announce.sent')}
      onClose={onClose}
    >
      <Form.Item
        name="organizationIds"
        label={t('announce.to')}
        rules={[{ required: true, message: t('announce.toNeeded') }]}
      >
        <OrganizationPicker multiple max={100} label={t('announce.toPlaceholder')} />
      </Form.Item>
      <Form.Item
        name="title"
        label={t('templates.part.title')}
        rules={[{ required: true, whitespace: true, message: t('templates.empty') }]}
      >
        <Input maxLength={TITLE_LENGTH_MAX} />
      </Form.Item>
      <Form.Item
        name="content"
        label={t('templates.part.body')}
        rules={[{ required: true, whitespace: true, message: t('templates.empty') }]}
      >
        <Input.TextArea maxLength={CONTENT_LENGTH_MAX} showCount autoSize={{ minRows: 5, maxRows: 12 }} />
      </Form.Item>
    </FormModal>
  )
}
