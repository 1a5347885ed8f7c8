import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { NEW_PASSWORD_NEEDED } from '../../contract/codes.ts'
import type { TokenAnswer } from '../../contract/sign-in.ts'
import { identity } from '../../contract.ts'
import { ChannelField, CodeField, NewPasswordField } from '../parts/code-fields.tsx'
import { Failure, useSubmission } from '../parts/submission.tsx'

interface SignInFormProps {
  readonly onSignedIn: (answer: TokenAnswer) => Promise<void>
}

interface PasswordValues {
  readonly account: string
  readonly password: string
  readonly newPassword?: string
}

/** Account and password. A password that an administrator gave is replaced on the way in. */
export function PasswordForm({ onSignedIn }: SignInFormProps) {
  const t = useText('identity')
  const { busy, failure, submit } = useSubmission()
  const [newNeeded, setNewNeeded] = useState(false)
  const finish = (values: PasswordValues) =>
    submit(async () => {
      try {
        const body = { grantType: 'password' as const, ...values }
        await onSignedIn(await call(identity.createToken, { body }, { handles: 'all' }))
      } catch (error) {
        if (isRefusal(error, NEW_PASSWORD_NEEDED)) setNewNeeded(true)
        throw error
      }
    })
  return (
    <Form<PasswordValues> layout="vertical" requiredMark={false} onFinish={(values) => void finish(values)}>
      <Failure text={failure} />
      <Form.Item
        name="account"
        label={t('signIn.account')}
        rules={[{ required: true, message: t('signIn.accountNeeded') }]}
      >
        <Input size="large" autoComplete="username" autoCapitalize="none" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="password"
        label={t('signIn.password')}
        rules={[{ required: true, message: t('signIn.passwordNeeded') }]}
      >
        <Input.Password size="large" autoComplete="current-password" maxLength={200} />
      </Form.Item>
      {newNeeded && <NewPasswordField name="newPassword" label={t('signIn.newPassword')} />}
      <Button block type="primary" size="large" htmlType="submit" loading={busy}>
        {t('signIn.submit')}
      </Button>
    </Form>
  )
}

interface CodeValues {
  readonly phone?: string
  readonly email?: string
  readonly code: string
}

/** A code by SMS or e-mail. */
export function CodeForm({ channel, onSignedIn }: SignInFormProps & { channel: 'phone' | 'email' }) {
  const t = useText('identity')
  const { busy, failure, submit } = useSubmission()
  const finish = (values: CodeValues) =>
    submit(async () => {
      const grantType = channel === 'phone' ? ('sms' as const) : ('email' as const)
      await onSignedIn(await call(identity.createToken, { body: { grantType, ...values } }, { handles: 'all' }))
    })
  return (
    <Form<CodeValues> layout="vertical" requiredMark={false} onFinish={(values) => void finish(values)}>
      <Failure text={failure} />
      <ChannelField channel={channel} />
      <CodeField channel={channel} purpose="sign-in" />
      <Button block type="primary" size="large" htmlType="submit" loading={busy}>
        {t('signIn.submit')}
      </Button>
    </Form>
  )
}
