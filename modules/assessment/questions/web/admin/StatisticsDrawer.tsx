import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { QuestionDetail } from '../../contract/bank.ts'
import { choicesOf } from '../../contract/choices.ts'
import type { QuestionContent } from '../../contract/question.ts'
import type { QuestionStatistics } from '../../contract/statistics.ts'
import { questions } from '../../contract.ts'
import { ItemStatisticsView, percentText } from '../statistics/ItemStatisticsView.tsx'
import { FlagTags } from './FlagTags.tsx'

interface Props {
  readonly question: QuestionDetail
  readonly onClose: () => void
}

/** Where a question is used, who has got it, and what attempts say of each version. */
export function StatisticsDrawer({ question, onClose }: Props) {
  const t = useText('questions')
  const query = useQuery(q(questions.questionStatistics, { params: { id: question.id } }, { quiet: true }))
  return (
    <Drawer open title={t('statistics.title')} size="large" onClose={onClose}>
      {query.isPending && <LoadingState rows={6} />}
      {query.isError && <ErrorState small error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <Statistics known={query.data} content={question.content} />}
    </Drawer>
  )
}

/** Of an earlier version the texts may have been others, so only those of the current one are shown. */
const readable = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()

function Statistics({ known, content }: { known: QuestionStatistics; content: QuestionContent }) {
  const t = useText('questions')
  const { usage, flags, papers, exams, versions } = known
  return (
    <div className="qs-versions">
      <section className="qs-item" aria-label={t('statistics.usage')}>
        <FlagTags flags={flags} />
        <Facts
          items={[
            [t('statistics.papers'), String(usage.papers)],
            [t('statistics.exams'), String(usage.exams)],
            [t('statistics.people'), `${usage.people} (${percentText(usage.exposure)})`],
            [
              t('statistics.lastUsed'),
              usage.lastUsedAt === null ? '—' : <DateText key="used" value={usage.lastUsedAt} style="minute" />,
            ],
          ]}
        />
        <ul className="qs-uses">
          {papers.map(({ id, name }) => (
            <li key={id}>{t('statistics.inPaper', { name })}</li>
          ))}
          {exams.map(({ id, name, answers }) => (
            <li key={id}>{t('statistics.inExam', { name, count: answers })}</li>
          ))}
        </ul>
      </section>
      {versions.length === 0 && (
        <EmptyState small title={t('statistics.none')} description={t('statistics.noneHint')} />
      )}
      {versions.map(({ versionId, number, isCurrent, statistics }) => (
        <section key={versionId} className="qs-version">
          <h3>{t(isCurrent ? 'statistics.currentVersion' : 'history.version', { number })}</h3>
          <ItemStatisticsView
            statistics={statistics}
            options={isCurrent ? choicesOf(content, readable) : namesOf(statistics)}
          />
        </section>
      ))}
    </div>
  )
}

/** Letters alone. */
const namesOf = ({ options }: QuestionStatistics['versions'][number]['statistics']) =>
  options.flatMap(({ part, option }) => (option === null ? [] : [{ part, option, text: ' ', isRight: false }]))
