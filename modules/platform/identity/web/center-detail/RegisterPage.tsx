import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { returnPath } from '#web/paths.ts'
import { signedIn } from '#web/session.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { PlainField, PlainForm, PlainSubmit, type PlainValues } from '#web/ui/PlainForm.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { identity } from '../../contract.ts'
import { identityPaths } from '../paths.ts'
import { rememberCompany, useCompanyOfSignIn } from './company-of-sign-in.ts'
import { type Channel, ChannelTabs, PlainChannelField, PlainCodeField, PlainNewPasswordField } from './plain-fields.tsx'
import { SignInFrame, useSignInOptions } from './SignInFrame.tsx'

export default function RegisterPage() {
  const t = useText('identity')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [channel, setChannel] = useState<Channel>('phone')
  const options = useSignInOptions()
  const { companyId, to } = useCompanyOfSignIn()
  const { busy, failure, submit } = useSubmission()
  const finish = ({ fullName = '', memberName = '', password = '', code = '', ...target }: PlainValues) =>
    submit(async () => {
      const body = { fullName, memberName, password, code, [channel]: target[channel], companyId }
      const member = await signedIn(await call(identity.register, { body }, { handles: 'all' }))
      rememberCompany(member.rootOrganization.id)
      await navigate(returnPath(query), { replace: true })
    })
  const closed = options?.registrationOpen === false
  return (
    <SignInFrame title={t('register.title')} own>
      {closed ? (
        <Failure text={t('register.closed')} />
      ) : (
        <PlainForm onSubmit={(values) => void finish(values)}>
          <Failure text={failure} />
          <PlainField
            name="fullName"
            label={t('register.fullName')}
            autoComplete="name"
            maxLength={20}
            required={t('register.fullNameNeeded')}
          />
          <PlainField
            name="memberName"
            label={t('register.memberName')}
            hint={t('register.memberNameRule')}
            autoComplete="username"
            maxLength={20}
            required={t('register.memberNameNeeded')}
            check={(value) => {
              if (!/^[\p{L}\p{N}._-]{2,20}$/u.test(value)) return t('register.memberNameNeeded')
              return /admin|guest|test/i.test(value) ? t('register.memberNameRefused') : undefined
            }}
          />
          <ChannelTabs channel={channel} onChange={setChannel} />
          <PlainChannelField key={channel} channel={channel} />
          <PlainCodeField key={`${channel}-code`} channel={channel} purpose="register" />
          <PlainNewPasswordField name="password" label={t('signIn.password')} />
          <PlainSubmit busy={busy}>{t('register.submit')}</PlainSubmit>
        </PlainForm>
      )}
      <nav className="sy-flow sy-apart sign-in-links" style={{ marginTop: 20 }} aria-label={t('signIn.more')}>
        <Link to={to(identityPaths.signIn)}>{t('register.toSignIn')}</Link>
      </nav>
    </SignInFrame>
  )
}
