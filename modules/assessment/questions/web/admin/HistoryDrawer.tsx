import { useQuery } from '@tanstack/react-query'
import { Drawer, Select } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { usePaging } from '#web/ui/paging.ts'
import type { QuestionDetail } from '../../contract/bank.ts'
import { questions } from '../../contract.ts'
import { changedFields, fieldLines } from './field-lines.ts'

interface Props {
  readonly question: QuestionDetail
  readonly onClose: () => void
}

/** The versions of a question with author and time, and how two of them differ. */
export function HistoryDrawer({ question, onClose }: Props) {
  const t = useText('questions')
  const paging = usePaging()
  const query = { page: paging.page, pageSize: paging.pageSize }
  const list = useQuery(q(questions.questionVersions, { params: { id: question.id }, query }, { quiet: true }))
  return (
    <Drawer open size={720} title={t('history.title')} onClose={onClose}>
      {list.isPending && <LoadingState rows={4} />}
      {list.isError && <ErrorState small error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <div className="sy-column sy-gap-5">
          <ol className="qb-versions">
            {list.data.items.map(({ id, number, author, createdAt }) => (
              <li key={id}>
                <strong>{t('history.version', { number })}</strong>
                {number === question.versionNumber && <span className="qb-newest">{t('history.newest')}</span>}
                <span className="sy-faint">
                  <DateText value={createdAt} style="minute" />
                </span>
                <span className="sy-faint">{author?.fullName}</span>
              </li>
            ))}
          </ol>
          <Pager paging={paging} recordCount={list.data.recordCount} />
          {question.versionNumber > 1 ? (
            <Comparison id={question.id} newest={question.versionNumber} />
          ) : (
            <EmptyState small title={t('history.one')} description={t('history.oneHint')} />
          )}
        </div>
      )}
    </Drawer>
  )
}

function Comparison({ id, newest }: { id: string; newest: number }) {
  const t = useText('questions')
  const [from, setFrom] = useState(newest - 1)
  const [to, setTo] = useState(newest)
  const compared = useQuery(q(questions.compareVersions, { params: { id }, query: { from, to } }, { quiet: true }))
  const options = Array.from({ length: newest }, (_, index) => ({
    value: newest - index,
    label: t('history.version', { number: newest - index }),
  }))
  const choices = [
    ['history.from', from, setFrom],
    ['history.to', to, setTo],
  ] as const
  const fields = compared.data ? changedFields(compared.data.changes) : []
  return (
    <section className="sy-column sy-gap-3" aria-label={t('history.compare')}>
      <div className="sy-row sy-wrap sy-gap-3">
        <h3 className="qb-compare-title">{t('history.compare')}</h3>
        {choices.map(([label, value, set]) => (
          <Select
            key={label}
            aria-label={t(label)}
            value={value}
            options={options}
            style={{ width: 132 }}
            onChange={set}
          />
        ))}
      </div>
      {compared.isPending && <LoadingState rows={3} />}
      {compared.isError && <ErrorState small error={compared.error} onRetry={() => void compared.refetch()} />}
      {compared.data && fields.length === 0 && <EmptyState small title={t('history.same')} />}
      {compared.data &&
        fields.map((field) => (
          <div key={field} className="qb-compared">
            <h4>{t(`field.${field}`)}</h4>
            {([compared.data.from, compared.data.to] as const).map((version, side) => (
              <div key={version.id} data-side={side === 0 ? 'from' : 'to'}>
                <small>{t('history.version', { number: version.number })}</small>
                {fieldLines(version.content, field, t).map((line, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a version never move.
                  <Prose key={at} html={line} />
                ))}
              </div>
            ))}
          </div>
        ))}
    </section>
  )
}
