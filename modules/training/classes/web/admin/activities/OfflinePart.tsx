import { Input } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { MomentRangeField } from '#web/ui/DateFields.tsx'
import type { KindPartProps } from './part-props.ts'

/** When and where a meeting is. */
export function OfflinePart({ activity: { startsAt, endsAt, venue }, onChange }: KindPartProps) {
  const t = useText('classes')
  return (
    <>
      <MomentRangeField
        placeholder={[t('form.from'), t('form.until')]}
        value={startsAt !== null && endsAt !== null ? [startsAt, endsAt] : null}
        onChange={(times) => onChange({ startsAt: times?.[0] ?? null, endsAt: times?.[1] ?? null })}
      />
      <Input
        aria-label={t('form.venue')}
        placeholder={t('form.venue')}
        value={venue}
        maxLength={200}
        onChange={(event) => onChange({ venue: event.target.value })}
      />
    </>
  )
}
