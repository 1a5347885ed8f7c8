import { useText } from '#web/i18n/texts.ts'
import { PlainField, PlainForm, PlainSubmit } from '#web/ui/PlainForm.tsx'

const NAME_MAX = 30

/** A guest has no account: others see this name. */
export function GuestName({ onName }: { onName: (name: string) => void }) {
  const t = useText('rooms')
  const check = (value: string) => {
    if (value === '') return t('guest.needName')
    return [...value].length > NAME_MAX ? t('guest.nameTooLong', { max: NAME_MAX }) : undefined
  }
  return (
    <div className="room-guest sy-card">
      <h1>{t('guest.title')}</h1>
      <p className="sy-faint">{t('guest.hint')}</p>
      <PlainForm onSubmit={({ name = '' }) => onName(name)}>
        <PlainField name="name" label={t('guest.name')} autoComplete="name" check={check} />
        <PlainSubmit busy={false}>{t('guest.enter')}</PlainSubmit>
      </PlainForm>
    </div>
  )
}
