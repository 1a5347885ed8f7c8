import './identity.css'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import type { CodePurpose } from '../../contract/sign-in.ts'
import { identity } from '../../contract.ts'
import { passwordIsGood } from './password-rule.ts'
import { useSecondsUntil } from './use-seconds.ts'

interface CodeFieldProps {
  readonly channel: 'phone' | 'email'
  readonly purpose: CodePurpose
}

/** The verification code with the button that sends it. The form must have a field with the channel's name. */
export function CodeField({ channel, purpose }: CodeFieldProps) {
  const t = useText('identity')
  const form = Form.useFormInstance()
  const [resendAt, setResendAt] = useState(0)
  const secondsLeft = useSecondsUntil(resendAt)
  const { busy, failure, submit } = useSubmission()
  const send = async () => {
    const valid = await form.validateFields([channel]).catch(() => undefined)
    if (!valid) return
    await submit(async () => {
      const target = { [channel]: form.getFieldValue(channel) as string }
      const sent = await call(identity.sendCode, { body: { purpose, ...target } }, { handles: 'all' })
      setResendAt(Date.now() + sent.resendSeconds * 1000)
    })
  }
  const sent = resendAt > 0
  return (
    <>
      <Form.Item label={t('signIn.code')} required>
        <div className="sign-in-code">
          <Form.Item
            name="code"
            noStyle
            rules={[{ required: true, pattern: /^\d{4,6}$/, message: t('signIn.codeNeeded') }]}
          >
            <Input
              size="large"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              aria-label={t('signIn.code')}
            />
          </Form.Item>
          <Button size="large" onClick={() => void send()} loading={busy} disabled={secondsLeft > 0}>
            {secondsLeft > 0
              ? t('signIn.resendIn', { seconds: secondsLeft })
              : t(sent ? 'signIn.resend' : 'signIn.sendCode')}
          </Button>
        </div>
      </Form.Item>
      <p className="sign-in-hint" role="status">
        {failure ?? (sent ? t(channel === 'phone' ? 'signIn.codeSentPhone' : 'signIn.codeSentEmail') : '')}
      </p>
    </>
  )
}

export function ChannelField({ channel }: { channel: 'phone' | 'email' }) {
  const t = useText('identity')
  const phone = channel === 'phone'
  const pattern = phone ? /^(1[3-9]\d{9}|\+[1-9]\d{6,14})$/ : /^\S+@\S+\.\S+$/
  return (
    <Form.Item
      name={channel}
      label={t(phone ? 'signIn.phone' : 'signIn.email')}
      rules={[{ required: true, pattern, message: t(phone ? 'signIn.phoneWrong' : 'signIn.emailWrong') }]}
      validateTrigger="onBlur"
    >
      <Input size="large" type={phone ? 'tel' : 'email'} autoComplete={phone ? 'tel' : 'email'} maxLength={100} />
    </Form.Item>
  )
}

export function NewPasswordField({ name = 'password', label }: { name?: string; label: string }) {
  const t = useText('identity')
  return (
    <Form.Item
      name={name}
      label={label}
      extra={t('signIn.passwordRule')}
      validateTrigger="onBlur"
      rules={[
        {
          required: true,
          validator: async (_, value: string | undefined) => {
            if (!passwordIsGood(value ?? '')) throw new Error(t('signIn.passwordBroken'))
          },
        },
      ]}
    >
      <Input.Password size="large" autoComplete="new-password" maxLength={40} />
    </Form.Item>
  )
}
