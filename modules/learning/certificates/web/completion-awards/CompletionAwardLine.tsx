import './completion-awards.css'
import type { CompletionAwards } from '#kit/completion-awards.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'

export interface CompletionAwardLineProps {
  readonly gives: CompletionAwards
}

/** The completion awards, for learners; nothing without awards. */
export default function CompletionAwardLine({ gives: awards }: CompletionAwardLineProps) {
  const t = useText('certificates')
  const { classHourHundredths, creditHundredths, certificate } = awards
  if (classHourHundredths === 0 && creditHundredths === 0 && certificate === null) return null
  return (
    <p className="sy-row sy-wrap ce-awards-line">
      <Icon name="medal" size={16} />
      <span>{t('awards.finishing')}</span>
      {classHourHundredths > 0 && <strong>{t('awards.hours', { count: classHourHundredths / 100 })}</strong>}
      {creditHundredths > 0 && <strong>{t('awards.credits', { count: creditHundredths / 100 })}</strong>}
      {certificate !== null && <strong>{t('awards.certificateNamed', { name: certificate.name })}</strong>}
    </p>
  )
}
