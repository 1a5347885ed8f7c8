import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'

interface Props {
  readonly from: number | null
  readonly until: number | null
}

/** From when until when; a dash where neither is set. */
export function TimesText({ from, until }: Props) {
  const t = useText('classes')
  if (from === null && until === null) return <>{t('times.open')}</>
  return (
    <span>
      {from === null ? t('times.now') : <DateText value={from} style="minute" />}
      {' – '}
      {until === null ? t('times.open') : <DateText value={until} style="minute" />}
    </span>
  )
}
