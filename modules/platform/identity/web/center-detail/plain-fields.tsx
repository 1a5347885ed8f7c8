/** Form fields before the sign-in, without Ant Design because of the script budget of a first visit. */
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PlainField, usePlainForm } from '#web/ui/PlainForm.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import type { CodePurpose } from '../../contract/sign-in.ts'
import { identity } from '../../contract.ts'
import { passwordIsGood } from '../parts/password-rule.ts'
import { useSecondsUntil } from '../parts/use-seconds.ts'
import { useCompanyOfSignIn } from './company-of-sign-in.ts'

export type Channel = 'phone' | 'email'

const phonePattern = /^(1[3-9]\d{9}|\+[1-9]\d{6,14})$/
const emailPattern = /^\S+@\S+\.\S+$/

export function PlainChannelField({ channel, onChange }: { channel: Channel; onChange?: () => void }) {
  const t = useText('identity')
  const phone = channel === 'phone'
  const wrong = t(phone ? 'signIn.phoneWrong' : 'signIn.emailWrong')
  const pattern = phone ? phonePattern : emailPattern
  return (
    <PlainField
      name={channel}
      label={t(phone ? 'signIn.phone' : 'signIn.email')}
      type={phone ? 'tel' : 'email'}
      autoComplete={phone ? 'tel' : 'email'}
      maxLength={100}
      required={wrong}
      check={(value) => (pattern.test(value) ? undefined : wrong)}
      onChange={onChange}
    />
  )
}

interface CodeFieldProps {
  readonly channel: Channel
  readonly purpose: CodePurpose
  /** Of the page, where it is none of the sign-in. */
  readonly companyId?: string
}

/** The verification code with a button that sends it to the address in the field with the channel's name. */
export function PlainCodeField({ channel, purpose, companyId: given }: CodeFieldProps) {
  const t = useText('identity')
  const form = usePlainForm()
  const companyOfSignIn = useCompanyOfSignIn().companyId
  const companyId = given ?? companyOfSignIn
  const [resendAt, setResendAt] = useState(0)
  const secondsLeft = useSecondsUntil(resendAt)
  const { busy, failure, submit } = useSubmission()
  const send = async () => {
    const target = form.validate(channel)
    if (target === undefined) return
    await submit(async () => {
      const body = { purpose, [channel]: target, companyId }
      const sent = await call(identity.sendCode, { body }, { handles: 'all' })
      setResendAt(Date.now() + sent.resendSeconds * 1000)
    })
  }
  const sent = resendAt > 0
  const said = failure ?? (sent ? t(channel === 'phone' ? 'signIn.codeSentPhone' : 'signIn.codeSentEmail') : '')
  return (
    <PlainField
      name="code"
      label={t('signIn.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      required={t('signIn.codeNeeded')}
      check={(value) => (/^\d{4,6}$/.test(value) ? undefined : t('signIn.codeNeeded'))}
      hint={<span role="status">{said}</span>}
      end={
        <button
          type="button"
          className="sy-field-action"
          disabled={busy || secondsLeft > 0}
          onClick={() => void send()}
        >
          {secondsLeft > 0
            ? t('signIn.resendIn', { seconds: secondsLeft })
            : t(sent ? 'signIn.resend' : 'signIn.sendCode')}
        </button>
      }
    />
  )
}

export function PlainNewPasswordField({ name, label }: { name: string; label: string }) {
  const t = useText('identity')
  return (
    <PlainField
      name={name}
      label={label}
      type="password"
      autoComplete="new-password"
      maxLength={40}
      hint={t('signIn.passwordRule')}
      required={t('signIn.passwordBroken')}
      check={(value) => (passwordIsGood(value) ? undefined : t('signIn.passwordBroken'))}
    />
  )
}

/** Phone or e-mail. */
export function ChannelTabs({ channel, onChange }: { channel: Channel; onChange: (channel: Channel) => void }) {
  const t = useText('identity')
  return (
    <TabBar
      label={t('register.channel')}
      tabs={[
        { key: 'phone', title: t('signIn.phone') },
        { key: 'email', title: t('signIn.email') },
      ]}
      active={channel}
      onChange={onChange}
    />
  )
}
