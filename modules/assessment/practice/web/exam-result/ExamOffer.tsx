import '../parts/practice.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { practiceQuestionsMax } from '../../contract/practicing.ts'
import { practice } from '../../contract.ts'
import { practicePaths } from '../paths.ts'

/** Below the result of an exam whose paper may be viewed: what was wrong is practiced by one click. */
export default function ExamOffer({ examId }: { examId: string }) {
  const t = useText('practice')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const { data } = useQuery(q(practice.examSource, { params: { id: examId } }, { quiet: true }))
  if (!data || data.questionCount === 0) return null
  const { wrongCount } = data
  const start = () =>
    run(async () => {
      const source = { kind: 'exam' as const, id: examId }
      const wanted = { count: practiceQuestionsMax, kinds: [], order: 'given' as const, only: 'wrong' as const }
      const { id } = await call(practice.startPractice, { body: { source, ...wanted } })
      void navigate(practicePaths.run(id))
    })
  return (
    <section className="sy-card sy-row sy-wrap sy-apart sy-gap-4 pr-offer" aria-labelledby="pr-exam-offer">
      <div>
        <h2 id="pr-exam-offer">{t(wrongCount > 0 ? 'offer.wrongTitle' : 'offer.examTitle')}</h2>
        <p className="sy-note">{wrongCount > 0 ? t('offer.wrongHint', { count: wrongCount }) : t('offer.noneWrong')}</p>
      </div>
      <span className="sy-row sy-wrap sy-gap-3">
        {wrongCount > 0 && (
          <Button type="primary" loading={busy} onClick={() => void start()}>
            {t('offer.practiceWrong')}
          </Button>
        )}
        <Link className="sy-button sy-button-plain" to={practicePaths.exam(examId)}>
          {t('offer.practiceExam')}
        </Link>
      </span>
    </section>
  )
}
