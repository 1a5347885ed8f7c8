import './practice.css'
import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import type { KnownQuestions } from '../../contract/practicing.ts'

/** How much of what may be practiced the member has answered, answered wrong, and has to review today. */
export function KnownFacts({ known }: { known: KnownQuestions }) {
  const t = useText('practice')
  return (
    <Facts
      shape="figures"
      className="pr-section"
      items={[
        [t('set.questions'), String(known.questionCount)],
        [t('set.answered'), String(known.answeredCount)],
        [t('set.wrong'), String(known.wrongCount)],
        [t('set.due'), String(known.dueCount)],
      ]}
    />
  )
}
