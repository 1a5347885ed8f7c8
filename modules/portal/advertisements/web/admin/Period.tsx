import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'

/** From when until when. */
export function Period({ startsAt, endsAt }: { startsAt: number | null; endsAt: number | null }) {
  const t = useText('advertisements')
  if (startsAt === null && endsAt === null) return t('period.always')
  return (
    <>
      {startsAt === null ? t('period.now') : <DateText value={startsAt} />}
      {' – '}
      {endsAt === null ? t('period.open') : <DateText value={endsAt} />}
    </>
  )
}
