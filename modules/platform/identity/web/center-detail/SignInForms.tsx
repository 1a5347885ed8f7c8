import { useState } from 'react'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Failure } from '#web/ui/Failure.tsx'
import { PlainField, PlainForm, PlainSubmit, type PlainValues } from '#web/ui/PlainForm.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { NEW_PASSWORD_NEEDED, TOO_MANY_SESSIONS } from '../../contract/codes.ts'
import type { TokenAnswer } from '../../contract/sign-in.ts'
import { identity } from '../../contract.ts'
import { type Channel, PlainChannelField, PlainCodeField, PlainNewPasswordField } from './plain-fields.tsx'
import { TooManySessions } from './TooManySessions.tsx'

interface SignInFormProps {
  readonly onSignedIn: (answer: TokenAnswer) => Promise<void>
}

/** Sign-in with account and password. The member must replace a password that an administrator has set. */
export function PasswordForm({ onSignedIn }: SignInFormProps) {
  const t = useText('identity')
  const { busy, failure, error: refused, submit } = useSubmission()
  const endOldest = isRefusal(refused, TOO_MANY_SESSIONS)
  const [newNeeded, setNewNeeded] = useState(false)
  const finish = ({ account, password, newPassword }: PlainValues) =>
    submit(async () => {
      try {
        const body = { grantType: 'password' as const, account, password, newPassword, endOldest }
        await onSignedIn(await call(identity.createToken, { body }, { handles: 'all' }))
      } catch (error) {
        if (isRefusal(error, NEW_PASSWORD_NEEDED)) setNewNeeded(true)
        throw error
      }
    })
  return (
    <PlainForm onSubmit={(values) => void finish(values)}>
      <Failure text={failure} />
      <PlainField
        name="account"
        label={t('signIn.account')}
        autoComplete="username"
        maxLength={100}
        required={t('signIn.accountNeeded')}
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
      <TooManySessions error={refused} />
      <PlainSubmit busy={busy}>{t(endOldest ? 'signIn.endOldest' : 'signIn.submit')}</PlainSubmit>
    </PlainForm>
  )
}

/** A code by SMS or e-mail. */
export function CodeForm({ channel, onSignedIn }: SignInFormProps & { channel: Channel }) {
  const t = useText('identity')
  const { busy, failure, error: refused, submit } = useSubmission()
  const endOldest = isRefusal(refused, TOO_MANY_SESSIONS)
  const finish = ({ code = '', ...target }: PlainValues) =>
    submit(async () => {
      const grantType = channel === 'phone' ? ('sms' as const) : ('email' as const)
      const body = { grantType, code, [channel]: target[channel], endOldest }
      await onSignedIn(await call(identity.createToken, { body }, { handles: 'all' }))
    })
  return (
    <PlainForm onSubmit={(values) => void finish(values)}>
      <Failure text={failure} />
      <PlainChannelField channel={channel} />
      <PlainCodeField channel={channel} purpose="sign-in" />
      <TooManySessions error={refused} />
      <PlainSubmit busy={busy}>{t(endOldest ? 'signIn.endOldest' : 'signIn.submit')}</PlainSubmit>
    </PlainForm>
  )
}
