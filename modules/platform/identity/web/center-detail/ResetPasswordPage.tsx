import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { notify } from '#web/ui/notify.ts'
import { PlainForm, PlainSubmit } from '#web/ui/PlainForm.tsx'
import { identity } from '../../contract.ts'
import { identityPaths, withCompany } from '../paths.ts'
import { useCompanyForm } from './CompanyChoice.tsx'
import { useCompanyOfSignIn } from './company-of-sign-in.ts'
import { type Channel, ChannelTabs, PlainChannelField, PlainCodeField, PlainNewPasswordField } from './plain-fields.tsx'
import { SignInFrame } from './SignInFrame.tsx'

export default function ResetPasswordPage() {
  const t = useText('identity')
  const navigate = useNavigate()
  const [channel, setChannel] = useState<Channel>('phone')
  const { to } = useCompanyOfSignIn()
  const form = useCompanyForm(async ({ code = '', newPassword = '', ...target }, companyId) => {
    const body = { code, newPassword, [channel]: target[channel], companyId }
    await call(identity.resetPassword, { body }, { handles: 'all' })
    notify('success', t('reset.done'))
    await navigate(withCompany(identityPaths.signIn, companyId), { replace: true })
  })
  return (
    <SignInFrame title={t('reset.title')}>
      <PlainForm onSubmit={form.finish}>
        {form.orChoice(
          <>
            <Failure text={form.failure} />
            <ChannelTabs channel={channel} onChange={setChannel} />
            <PlainChannelField key={channel} channel={channel} onChange={form.changed} />
            <PlainCodeField key={`${channel}-code`} channel={channel} purpose="reset-password" />
            <PlainNewPasswordField name="newPassword" label={t('signIn.newPassword')} />
            <PlainSubmit busy={form.busy}>{t('reset.submit')}</PlainSubmit>
          </>,
        )}
      </PlainForm>
      <nav className="sy-flow sy-apart sign-in-links" style={{ marginTop: 20 }} aria-label={t('signIn.more')}>
        <Link to={to(identityPaths.signIn)}>{t('register.toSignIn')}</Link>
      </nav>
    </SignInFrame>
  )
}
