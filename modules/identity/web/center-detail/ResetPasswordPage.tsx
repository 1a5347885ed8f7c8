import { Button, Form, Segmented } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { identity } from '../../contract.ts'
import { ChannelField, CodeField, NewPasswordField } from '../parts/code-fields.tsx'
import { Failure, useSubmission } from '../parts/submission.tsx'
import { identityPaths } from '../paths.ts'
import { SignInFrame } from './SignInFrame.tsx'

interface Values {
  readonly phone?: string
  readonly email?: string
  readonly code: string
  readonly newPassword: string
}

export default function ResetPasswordPage() {
  const t = useText('identity')
  const navigate = useNavigate()
  const [channel, setChannel] = useState<'phone' | 'email'>('phone')
  const { busy, failure, submit } = useSubmission()
  const finish = (values: Values) =>
    submit(async () => {
      await call(identity.resetPassword, { body: values }, { handles: 'all' })
      notify('success', t('reset.done'))
      await navigate(identityPaths.signIn, { replace: true })
    })
  return (
    <SignInFrame title={t('reset.title')}>
      <Form<Values> layout="vertical" requiredMark={false} onFinish={(values) => void finish(values)}>
        <Failure text={failure} />
        <Segmented
          block
          style={{ marginBottom: 16 }}
          value={channel}
          onChange={setChannel}
          aria-label={t('register.channel')}
          options={[
            { value: 'phone', label: t('signIn.phone') },
            { value: 'email', label: t('signIn.email') },
          ]}
        />
        <ChannelField key={channel} channel={channel} />
        <CodeField key={`${channel}-code`} channel={channel} purpose="reset-password" />
        <NewPasswordField name="newPassword" label={t('signIn.newPassword')} />
        <Button block type="primary" size="large" htmlType="submit" loading={busy}>
          {t('reset.submit')}
        </Button>
      </Form>
      <nav className="sign-in-links" style={{ marginTop: 20 }} aria-label={t('signIn.more')}>
        <Link to={identityPaths.signIn}>{t('register.toSignIn')}</Link>
      </nav>
    </SignInFrame>
  )
}
