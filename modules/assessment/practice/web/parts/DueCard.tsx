import './practice.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { practiceQuestionsMax } from '../../contract/practicing.ts'
import { practice } from '../../contract.ts'
import { practicePaths } from '../paths.ts'

/** How many questions are due today, and the start of their review. */
export function DueCard() {
  const t = useText('practice')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const { data } = useQuery(q(practice.dueToday, {}, { quiet: true }))
  if (!data) return null
  const start = () =>
    run(async () => {
      const body = { source: { kind: 'due' as const }, count: practiceQuestionsMax, kinds: [] }
      const { id } = await call(practice.startPractice, { body: { ...body, order: 'given', only: 'all' } })
      void navigate(practicePaths.wrong(id))
    })
  const { count, dueCount, reviewedCount, dailyMax } = data
  return (
    <section className="sy-card pr-due" aria-label={t('due.title')}>
      <div>
        <p>
          <strong>{count}</strong> {t('due.count', { count })}
        </p>
        <p className="sy-note">
          {t('due.reviewed', { count: reviewedCount })}
          {dueCount > count && ` · ${t('due.more', { count: dueCount - count, max: dailyMax })}`}
        </p>
      </div>
      <Button type="primary" disabled={count === 0} loading={busy} onClick={() => void start()}>
        {t('due.start')}
      </Button>
    </section>
  )
}
