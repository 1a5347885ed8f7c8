import './completion-awards.css'
import type { CompletionAwards } from '#kit/completion-awards.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'

export interface CompletionAwardLineProps {
  readonly gives: CompletionAwards
}

/** What finishing gives, for learners; nothing where it gives nothing. */
export default function CompletionAwardLine({ gives: awards }: CompletionAwardLineProps) {
  const t = useText('certificates')
  const { classHourHundredths, creditHundredths, certificate } = awards
  if (classHourHundredths === 0 && creditHundredths === 0 && certificate === null) return null
  return (
    <p className="sy-row sy-wrap ce-gives-line">
      <Icon name="medal" size={16} />
      <span>{t('gives.finishing')}</span>
      {classHourHundredths > 0 && <strong>{t('gives.hours', { count: classHourHundredths / 100 })}</strong>}
      {creditHundredths > 0 && <strong>{t('gives.credits', { count: creditHundredths / 100 })}</strong>}
      {certificate !== null && <strong>{t('gives.paper', { name: certificate.name })}</strong>}
    </p>
  )
}
