import { useState } from 'react'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { PlainField, PlainForm, PlainSubmit } from '#web/ui/PlainForm.tsx'
import { NEW_PASSWORD_NEEDED, TOO_MANY_SESSIONS } from '../../contract/codes.ts'
import type { TokenAnswer } from '../../contract/sign-in.ts'
import { identity } from '../../contract.ts'
import { useCompanyForm } from './CompanyChoice.tsx'
import { type Channel, PlainChannelField, PlainCodeField, PlainNewPasswordField } from './plain-fields.tsx'
import { TooManySessions } from './TooManySessions.tsx'

interface SignInFormProps {
  readonly onSignedIn: (answer: TokenAnswer) => Promise<void>
}

/** Sign-in with account and password. The member must replace a password that an administrator has set. */
export function PasswordForm({ onSignedIn }: SignInFormProps) {
  const t = useText('identity')
  const [newNeeded, setNewNeeded] = useState(false)
  const form = useCompanyForm(async ({ account, password, newPassword }, companyId) => {
    try {
      const body = { grantType: 'password' as const, account, password, newPassword, companyId, endOldest }
      await onSignedIn(await call(identity.createToken, { body }, { handles: 'all' }))
    } catch (error) {
      if (isRefusal(error, NEW_PASSWORD_NEEDED)) setNewNeeded(true)
      throw error
    }
  })
  const endOldest = isRefusal(form.error, TOO_MANY_SESSIONS)
  return (
    <PlainForm onSubmit={form.finish}>
      {form.orChoice(
        <>
          <Failure text={form.failure} />
          <PlainField
            name="account"
            label={t('signIn.account')}
            autoComplete="username"
            maxLength={100}
            required={t('signIn.accountNeeded')}
            onChange={form.changed}
          />
          <PlainField
            name="password"
            label={t('signIn.password')}
            type="password"
            autoComplete="current-password"
            maxLength={200}
            required={t('signIn.passwordNeeded')}
          />
          {newNeeded && <PlainNewPasswordField name="newPassword" label={t('signIn.newPassword')} />}
          <TooManySessions error={form.error} />
          <PlainSubmit busy={form.busy}>{t(endOldest ? 'signIn.endOldest' : 'signIn.submit')}</PlainSubmit>
        </>,
      )}
    </PlainForm>
  )
}

/** A code by SMS or e-mail. */
export function CodeForm({ channel, onSignedIn }: SignInFormProps & { channel: Channel }) {
  const t = useText('identity')
  const form = useCompanyForm(async ({ code = '', ...target }, companyId) => {
    const grantType = channel === 'phone' ? ('sms' as const) : ('email' as const)
    const body = { grantType, code, [channel]: target[channel], companyId, endOldest }
    await onSignedIn(await call(identity.createToken, { body }, { handles: 'all' }))
  })
  const endOldest = isRefusal(form.error, TOO_MANY_SESSIONS)
  return (
    <PlainForm onSubmit={form.finish}>
      {form.orChoice(
        <>
          <Failure text={form.failure} />
          <PlainChannelField channel={channel} onChange={form.changed} />
          <PlainCodeField channel={channel} purpose="sign-in" />
          <TooManySessions error={form.error} />
          <PlainSubmit busy={form.busy}>{t(endOldest ? 'signIn.endOldest' : 'signIn.submit')}</PlainSubmit>
        </>,
      )}
    </PlainForm>
  )
}
