import { Button, Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { returnPath } from '#web/paths.ts'
import { signedIn } from '#web/session.ts'
import { identity } from '../../contract.ts'
import { ChannelField, CodeField, NewPasswordField } from '../parts/code-fields.tsx'
import { Failure, useSubmission } from '../parts/submission.tsx'
import { identityPaths } from '../paths.ts'
import { SignInFrame, useSignInOptions } from './SignInFrame.tsx'

interface Values {
  readonly memberName: string
  readonly fullName: string
  readonly password: string
  readonly phone?: string
  readonly email?: string
  readonly code: string
}

export default function RegisterPage() {
  const t = useText('identity')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [channel, setChannel] = useState<'phone' | 'email'>('phone')
  const options = useSignInOptions()
  const { busy, failure, submit } = useSubmission()
  const finish = (values: Values) =>
    submit(async () => {
      await signedIn(await call(identity.register, { body: values }, { handles: 'all' }))
      await navigate(returnPath(query), { replace: true })
    })
  const closed = options?.registrationOpen === false
  return (
    <SignInFrame title={t('register.title')}>
      {closed ? (
        <Failure text={t('register.closed')} />
      ) : (
        <Form<Values>
          layout="vertical"
          requiredMark={false}
          onFinish={(values) => void finish(values)}
          scrollToFirstError
        >
          <Failure text={failure} />
          <Form.Item
            name="fullName"
            label={t('register.fullName')}
            rules={[{ required: true, whitespace: true, max: 20, message: t('register.fullNameNeeded') }]}
          >
            <Input size="large" autoComplete="name" maxLength={20} />
          </Form.Item>
          <Form.Item
            name="memberName"
            label={t('register.memberName')}
            extra={t('register.memberNameRule')}
            validateTrigger="onBlur"
            rules={[
              { required: true, pattern: /^[\p{L}\p{N}._-]{2,20}$/u, message: t('register.memberNameNeeded') },
              {
                validator: async (_, value: string | undefined) => {
                  if (/admin|guest|test/i.test(value ?? '')) throw new Error(t('register.memberNameRefused'))
                },
              },
            ]}
          >
            <Input size="large" autoComplete="username" autoCapitalize="none" maxLength={20} />
          </Form.Item>
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
          <CodeField key={`${channel}-code`} channel={channel} purpose="register" />
          <NewPasswordField label={t('signIn.password')} />
          <Button block type="primary" size="large" htmlType="submit" loading={busy}>
            {t('register.submit')}
          </Button>
        </Form>
      )}
      <nav className="sign-in-links" style={{ marginTop: 20 }} aria-label={t('signIn.more')}>
        <Link to={identityPaths.signIn}>{t('register.toSignIn')}</Link>
      </nav>
    </SignInFrame>
  )
}
