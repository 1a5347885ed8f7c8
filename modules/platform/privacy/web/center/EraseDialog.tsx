import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input } from 'antd'
import { useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { privacy } from '../../contract.ts'

interface Values {
  readonly password?: string
  readonly code?: string
}

const consequences = ['1', '2', '3', '4'] as const

/** Explains the consequences of an erasure and asks for a confirmation of identity. */
export function EraseDialog({ onClose }: { onClose: () => void }) {
  const t = useText('privacy')
  const [agreed, setAgreed] = useState(false)
  const consequence = (
    <Alert
      type="error"
      showIcon
      title={t('confirm.warning')}
      description={
        <ul className="personal-data-lost">
          {consequences.map((number) => (
            <li key={number}>{t(`confirm.lost.${number}`)}</li>
          ))}
        </ul>
      }
    />
  )
  return (
    <FormModal<Values, unknown>
      title={t('confirm.title')}
      okText={t('confirm.submit')}
      danger
      disabled={!agreed}
      hint={consequence}
      onSubmit={({ password, code }) => call(privacy.requestErasure, { body: { password, code } }, { handles: 'all' })}
      showsFailure
      done={t('confirm.submitted')}
      onClose={onClose}
    >
      <Proof />
      <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
        {t('confirm.agree')}
      </Checkbox>
    </FormModal>
  )
}

/** The password, or for an account without one, a code to its phone or address. */
function Proof() {
  const t = useText('privacy')
  const { data } = useQuery(q(identity.editDetail))
  if (!data) return null
  if (data.hasPassword) {
    return (
      <Form.Item
        name="password"
        label={t('confirm.password')}
        rules={[{ required: true, message: t('confirm.passwordNeeded') }]}
      >
        <Input.Password autoComplete="current-password" maxLength={100} />
      </Form.Item>
    )
  }
  if (!data.phone && !data.email) return null
  return <CodeProof phone={data.phone || undefined} email={data.email || undefined} />
}

function CodeProof({ phone, email }: { phone: string | undefined; email: string | undefined }) {
  const t = useText('privacy')
  const [sent, setSent] = useState(false)
  const send = async () => {
    const address = phone === undefined ? { email } : { phone }
    await call(identity.sendCode, { body: { purpose: 'sign-in', ...address } }).then(
      () => setSent(true),
      () => undefined,
    )
  }
  return (
    <Form.Item
      name="code"
      label={t('confirm.code')}
      extra={sent ? t('confirm.sent', { address: phone ?? email }) : undefined}
      rules={[{ required: true, pattern: /^\d{4,6}$/, message: t('confirm.codeNeeded') }]}
    >
      <Input
        inputMode="numeric"
        maxLength={6}
        autoComplete="one-time-code"
        suffix={
          <Button size="small" type="link" onClick={() => void send()}>
            {t('confirm.send')}
          </Button>
        }
      />
    </Form.Item>
  )
}
