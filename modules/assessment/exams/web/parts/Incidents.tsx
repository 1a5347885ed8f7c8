import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import type { Incident } from '../../contract/incidents.ts'
import { exams } from '../../contract.ts'

/** What was noted, of the exam or of one attempt. */
export function Incidents({ examId, attemptId }: { examId: string; attemptId?: string }) {
  const t = useText('exams')
  const paging = usePaging()
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(attemptId && { attemptId }) }
  const { data } = useQuery(q(exams.incidents, { params: { id: examId }, query }, { quiet: true }))
  const textOf = ({ kind, text }: Incident) =>
    kind === 'answer-file'
      ? t('incident.kind.answer-file', { count: Number(text) })
      : kind === 'reopened'
        ? t('incident.kind.reopened', { text })
        : text
  if (!data) return <LoadingState rows={3} />
  if (data.items.length === 0) return <EmptyState small title={t('incident.none')} />
  return (
    <>
      <ul className="ex-log">
        {data.items.map((one) => (
          <li key={one.id}>
            <p>{textOf(one)}</p>
            <small>
              {attemptId === undefined && one.examinee !== null && <>{one.examinee} · </>}
              {t('incident.by', { name: one.notedBy })} · <DateText value={one.notedAt} style="minute" />
            </small>
          </li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </>
  )
}
