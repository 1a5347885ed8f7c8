import { useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { PlainField } from '#web/ui/PlainForm.tsx'
import { type Channel, ChannelTabs, PlainChannelField, PlainCodeField } from '../center-detail/plain-fields.tsx'

export interface RegistrationFieldsProps {
  readonly companyId: string
  /** By which addresses a code can be sent. */
  readonly byPhone: boolean
  readonly byEmail: boolean
}

/** Fields of a `PlainForm` with which a visitor registers by a code: `fullName`, `phone` or `email`, and `code`. */
export default function RegistrationFields({ companyId, byPhone, byEmail }: RegistrationFieldsProps) {
  const t = useText('identity')
  const [channel, setChannel] = useState<Channel>(byPhone || !byEmail ? 'phone' : 'email')
  return (
    <>
      <PlainField
        name="fullName"
        label={t('register.fullName')}
        autoComplete="name"
        maxLength={20}
        required={t('register.fullNameNeeded')}
      />
      {byPhone && byEmail && <ChannelTabs channel={channel} onChange={setChannel} />}
      <PlainChannelField key={channel} channel={channel} />
      <PlainCodeField key={`${channel}-code`} channel={channel} purpose="register" companyId={companyId} />
    </>
  )
}
