import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'

/** From when to when an exam can be entered. */
export function WindowText({ startAt, endAt }: { startAt: number | null; endAt: number | null }) {
  const t = useText('exams')
  if (startAt === null && endAt === null) return t('entry.anyTime')
  return (
    <>
      {startAt !== null && <DateText value={startAt} style="minute" />} –{' '}
      {endAt !== null && <DateText value={endAt} style="minute" />}
    </>
  )
}
