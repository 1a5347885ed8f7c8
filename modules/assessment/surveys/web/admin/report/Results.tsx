import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { BarChart } from '#web/ui/BarChart.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import type { QuestionReport, SurveyReport } from '../../../contract/reports.ts'
import { surveys } from '../../../contract.ts'
import { HeatTable } from '../../charts/HeatTable.tsx'
import { NpsChart } from '../../charts/NpsChart.tsx'
import { percentOf } from '../../charts/shares.ts'
import type { ReportFilter } from './filter.ts'

interface Props {
  readonly report: SurveyReport
  readonly filter: ReportFilter
}

/** The results question by question, and how far respondents came. */
export function Results({ report, filter }: Props) {
  const t = useText('surveys')
  const { questions, isHidden, minimumGroup, included, completed } = report
  if (isHidden)
    return (
      <EmptyState
        title={t('report.belowMinimum')}
        description={t('report.belowMinimumHint', { count: minimumGroup, completed })}
      />
    )
  if (included === 0) return <EmptyState title={t('report.none')} description={t('report.noneHint')} />
  return (
    <div className="sr-questions">
      {report.isAnonymous && included < completed && (
        <p className="sr-note">
          <Icon name="shield" size={18} />
          {t('report.waiting', { count: completed - included, included })}
        </p>
      )}
      {questions.map((question, at) => (
        <QuestionResult key={question.questionId} {...{ report, filter, question }} number={at + 1} />
      ))}
      <DropOff report={report} />
      <Quotas report={report} />
    </div>
  )
}

const withShare = (count: number, base: number) => `${count} (${percentOf(count, base)}%)`
const decimal = (value: number) => String(Math.round(value * 100) / 100)

function QuestionResult({ report, filter, question, number }: Props & { question: QuestionReport; number: number }) {
  const t = useText('surveys')
  const { kind, title, shown, answered, numbers, textCount, isRemoved } = question
  return (
    <section className="sy-card sr-question" aria-label={title}>
      <header>
        <h2>
          <span>Q{number}</span> {title}
        </h2>
        <p className="sy-note">
          {t(`kind.${kind}`)}
          {!question.isHidden && ` · ${t('report.answeredOf', { count: answered, shown })}`}
          {isRemoved && ` · ${t('report.removed')}`}
        </p>
      </header>
      {question.isHidden ? (
        <p className="sr-note">
          <Icon name="shield" size={18} />
          {t('report.questionHidden', { count: report.minimumGroup })}
        </p>
      ) : (
        <>
          <Chart question={question} />
          {numbers && (
            <Facts
              items={(['mean', 'median', 'deviation', 'min', 'max'] as const).map((key) => [
                t(`report.number.${key}`),
                decimal(numbers[key]),
              ])}
            />
          )}
          {textCount > 0 && <Texts surveyId={report.surveyId} {...{ filter, question }} />}
        </>
      )}
    </section>
  )
}

function Chart({ question }: { question: QuestionReport }) {
  const t = useText('surveys')
  const { kind, title, bars, shown, answered, rows, places } = question
  if (kind === 'nps') {
    const counts = new Map(bars.map(({ key, count }) => [key, count]))
    return <NpsChart caption={title} counts={Array.from({ length: 11 }, (_, score) => counts.get(score) ?? 0)} />
  }
  if (kind === 'matrix') {
    const columns = [...new Map(rows.flatMap((row) => row.bars.map((bar) => [bar.key, bar] as const))).values()]
    const hasMean = rows.some((row) => row.numbers !== null)
    const counts = new Map(rows.flatMap((row) => row.bars.map(({ key, count }) => [`${row.rowId} ${key}`, count])))
    return (
      <HeatTable
        caption={title}
        corner={t('report.row')}
        rows={rows.map(({ rowId, label, answered: base }) => ({ key: String(rowId), label, base }))}
        columns={columns.map(({ key, label }) => ({ key: String(key), label: label || String(key) }))}
        countOf={(row, column) => counts.get(`${row} ${column}`) ?? null}
        {...(hasMean && {
          end: {
            title: t('report.number.mean'),
            of: (key: string) => {
              const mean = rows.find(({ rowId }) => String(rowId) === key)?.numbers?.mean
              return mean === undefined ? '—' : decimal(mean)
            },
          },
        })}
      />
    )
  }
  if (kind === 'ranking')
    return (
      <BarChart
        isTitled
        title={title}
        labelHeading={t('report.option')}
        valueHeading={t('report.meanPlace')}
        max={places.length}
        bars={places
          .toSorted((a, b) => a.mean - b.mean)
          .map(({ key, label, mean }, at) => ({
            ...{ key: String(key), label: `${at + 1}. ${label}`, value: mean === 0 ? 0 : places.length + 1 - mean },
            text: t('report.place', { place: decimal(mean) }),
          }))}
      />
    )
  if (bars.length === 0) return null
  if (kind === 'slider' || kind === 'number')
    return (
      <BarChart
        isTitled
        title={title}
        shape="columns"
        labelHeading={t('report.value')}
        valueHeading={t('report.count')}
        bars={bars.map(({ key, label, count }) => ({ key: String(key), label, value: count }))}
      />
    )
  const isRating = kind === 'rating'
  const base = isRating ? answered : shown
  return (
    <BarChart
      isTitled
      title={title}
      labelHeading={t(isRating ? 'report.score' : 'report.option')}
      valueHeading={t('report.count')}
      max={base}
      bars={bars.map(({ key, label, count }) => ({
        ...{ key: String(key), value: count, text: withShare(count, base) },
        label: label || (isRating ? '★'.repeat(key) : t('answer.other')),
      }))}
    />
  )
}

interface TextsProps {
  readonly surveyId: string
  readonly filter: ReportFilter
  readonly question: QuestionReport
}

/** What was typed, opened when somebody wants to read it. */
function Texts({ surveyId, filter, question }: TextsProps) {
  const t = useText('surveys')
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button className="sr-more" icon={<Icon name="text" size={16} />} onClick={() => setOpen(true)}>
        {t('report.readTexts', { count: question.textCount })}
      </Button>
    )
  return <TextList {...{ surveyId, filter, question }} />
}

function TextList({ surveyId, filter, question }: TextsProps) {
  const paging = usePaging()
  const { page, pageSize } = paging
  const query = { questionId: question.questionId, page, pageSize, ...filter }
  const { data, error, refetch } = useQuery(
    q(surveys.surveyTexts, { params: { id: surveyId }, query }, { quiet: true }),
  )
  if (!data)
    return error ? <ErrorState small error={error} onRetry={() => void refetch()} /> : <LoadingState rows={3} />
  return (
    <>
      <ul className="sr-texts">
        {data.items.map(({ text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two respondents may have written the same.
          <li key={at}>{text}</li>
        ))}
      </ul>
      <Pager paging={paging} recordCount={data.recordCount} />
    </>
  )
}

/** Of a named survey: on which page those who began have stopped. */
function DropOff({ report }: { report: SurveyReport }) {
  const t = useText('surveys')
  const { started, partial, questions, content } = report
  if (started === null || !partial) return null
  const left = new Map(questions.map(({ pageId, leftHere }) => [pageId, leftHere]))
  const rows = content.pages
    .map(({ id, title }, at) => ({
      key: id,
      label: title || t('answer.page', { count: at + 1 }),
      count: left.get(id) ?? 0,
    }))
    .filter(({ key }) => left.has(key))
  return (
    <section className="sy-card sr-question" aria-label={t('report.dropOff')}>
      <header>
        <h2>{t('report.dropOff')}</h2>
        <p className="sy-note">{t('report.dropOffHint', { count: partial, started })}</p>
      </header>
      <BarChart
        isTitled
        title={t('report.dropOff')}
        labelHeading={t('report.page')}
        valueHeading={t('report.count')}
        max={started}
        bars={rows.map(({ count, ...row }) => ({ ...row, value: count, text: withShare(count, started) }))}
      />
    </section>
  )
}

function Quotas({ report: { quotas } }: { report: SurveyReport }) {
  const t = useText('surveys')
  if (quotas.length === 0) return null
  return (
    <section className="sy-card sr-question" aria-label={t('quota.title')}>
      <h2>{t('quota.title')}</h2>
      <BarChart
        isTitled
        title={t('quota.title')}
        labelHeading={t('quota.name')}
        valueHeading={t('report.count')}
        max={100}
        bars={quotas.map(({ id, name, limit, used, refused }) => ({
          ...{ key: id, value: percentOf(used, limit), text: `${used} / ${limit}` },
          label: refused > 0 ? `${name} · ${t('quota.refused', { count: refused })}` : name,
        }))}
      />
    </section>
  )
}
