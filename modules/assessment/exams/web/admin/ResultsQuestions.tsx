import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { ItemStatisticsView } from '#modules/assessment/questions/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { QuestionResult } from '../../contract/results.ts'
import { exams } from '../../contract.ts'

/** The item table: how hard each question was, and whether it tells who knows the subject. */
export function ResultsQuestions({ examId }: { examId: string }) {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const [chosen, setChosen] = useState<QuestionResult>()
  const list = useQuery({
    ...q(exams.questionResults, { params: { id: examId }, query: { page, pageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const coefficient = (value: number | null) =>
    value === null ? t('results.tooFew') : value.toFixed(2).replace('-', '−')
  const percent = (share: number) => `${Math.round(100 * share)}%`
  return (
    <>
      <ListTable<QuestionResult>
        label={t('results.questions')}
        list={list}
        rowKey="versionId"
        paging={paging}
        empty={<EmptyState small title={t('results.noQuestions')} description={t('results.noneHint')} />}
        columns={[
          { title: t('results.place'), key: 'place', render: (_, row) => row.place },
          {
            title: t('results.question'),
            key: 'question',
            render: (_, row) => (
              <span className="er-question">
                {row.excerpt}
                <Button
                  type="link"
                  size="small"
                  style={{ width: 'max-content', padding: 0 }}
                  onClick={() => setChosen(row)}
                >
                  {t('results.openQuestion', { number: row.place })}
                </Button>
              </span>
            ),
          },
          { title: t('results.answers'), key: 'answers', align: 'right', render: (_, row) => row.statistics.answers },
          {
            title: t('results.difficulty'),
            key: 'difficulty',
            align: 'right',
            render: (_, { statistics }) => percent(statistics.difficulty),
          },
          {
            title: t('results.omitted'),
            key: 'omitted',
            align: 'right',
            render: (_, { statistics: { omitted, answers } }) => percent(omitted / answers),
          },
          {
            title: t('results.discrimination'),
            key: 'discrimination',
            align: 'right',
            render: (_, { statistics }) => coefficient(statistics.discrimination),
          },
          {
            title: t('results.itemRest'),
            key: 'itemRest',
            align: 'right',
            render: (_, { statistics }) => coefficient(statistics.itemRest),
          },
        ]}
      />
      {chosen && (
        <Drawer
          open
          size="large"
          title={t('results.openQuestion', { number: chosen.place })}
          onClose={() => setChosen(undefined)}
        >
          <p className="er-stem">{chosen.excerpt}</p>
          <ItemStatisticsView statistics={chosen.statistics} options={chosen.options} />
        </Drawer>
      )}
    </>
  )
}
