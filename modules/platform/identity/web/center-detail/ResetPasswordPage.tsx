import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { notify } from '#web/ui/notify.ts'
import { PlainForm, PlainSubmit, type PlainValues } from '#web/ui/PlainForm.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { identity } from '../../contract.ts'
import { identityPaths } from '../paths.ts'
import { type Channel, ChannelTabs, PlainChannelField, PlainCodeField, PlainNewPasswordField } from './plain-fields.tsx'
import { SignInFrame } from './SignInFrame.tsx'

export default function ResetPasswordPage() {
  const t = useText('identity')
  const navigate = useNavigate()
  const [channel, setChannel] = useState<Channel>('phone')
  const { busy, failure, submit } = useSubmission()
  const finish = ({ code = '', newPassword = '', ...target }: PlainValues) =>
    submit(async () => {
      const body = { code, newPassword, [channel]: target[channel] }
      await call(identity.resetPassword, { body }, { handles: 'all' })
      notify('success', t('reset.done'))
      await navigate(identityPaths.signIn, { replace: true })
    })
  return (
    <SignInFrame title={t('reset.title')}>
      <PlainForm onSubmit={(values) => void finish(values)}>
        <Failure text={failure} />
        <ChannelTabs channel={channel} onChange={setChannel} />
        <PlainChannelField key={channel} channel={channel} />
        <PlainCodeField key={`${channel}-code`} channel={channel} purpose="reset-password" />
        <PlainNewPasswordField name="newPassword" label={t('signIn.newPassword')} />
        <PlainSubmit busy={busy}>{t('reset.submit')}</PlainSubmit>
      </PlainForm>
      <nav className="sy-flow sy-apart sign-in-links" style={{ marginTop: 20 }} aria-label={t('signIn.more')}>
        <Link to={identityPaths.signIn}>{t('register.toSignIn')}</Link>
      </nav>
    </SignInFrame>
  )
}
