import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { answerMap, answerText, isAnswered, pathOf, piped } from '../../../contract/path.ts'
import type { ResponseRow } from '../../../contract/reports.ts'
import { surveys } from '../../../contract.ts'
import type { ReportFilter } from './filter.ts'

interface Props {
  readonly surveyId: string
  readonly filter: ReportFilter
}

/** The responses to a named survey, each as its respondent gave it. */
export function Responses({ surveyId, filter }: Props) {
  const t = useText('surveys')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [openId, setOpenId] = useState<string>()
  const { page, pageSize } = paging
  const list = useQuery({
    ...q(surveys.surveyResponses, { params: { id: surveyId }, query: { page, pageSize, ...filter } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ListTable<ResponseRow>
        list={list}
        label={t('report.tab.responses')}
        rowKey="id"
        paging={paging}
        columns={[
          {
            title: t('report.respondent'),
            render: (_, { member, guestName, organizationName }) =>
              member ? (
                <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
              ) : (
                <Person name={guestName} note={t('report.guest')} />
              ),
          },
          { title: t('report.startedAt'), render: (_, { startedAt }) => <DateText value={startedAt} /> },
          { title: t('report.submittedAt'), render: (_, { submittedAt }) => <DateText value={submittedAt} /> },
          {
            title: t('report.outcome'),
            render: (_, { outcome }) => t(`outcome.${outcome ?? 'open'}`),
          },
          {
            title: t('report.read'),
            key: 'actions',
            render: (_, { id }) => (
              <Button type="link" onClick={() => setOpenId(id)}>
                {t('report.read')}
              </Button>
            ),
          },
        ]}
      />
      {openId !== undefined && (
        <Drawer open size="large" title={t('report.response')} onClose={() => setOpenId(undefined)}>
          <Response surveyId={surveyId} responseId={openId} />
        </Drawer>
      )}
    </>
  )
}

function Response({ surveyId, responseId }: { surveyId: string; responseId: string }) {
  const t = useText('surveys')
  const params = { id: surveyId, responseId }
  const { data, error, refetch } = useQuery(q(surveys.surveyResponse, { params }, { quiet: true }))
  if (!data)
    return error ? <ErrorState small error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  const path = pathOf(data.content, answerMap(data.answers))
  const files = new Map(data.files.map((file) => [file.id, file]))
  return (
    <ol className="sr-response">
      {path.shown.map((question) => {
        const answer = path.answers.get(question.id)
        return (
          <li key={question.id}>
            <strong>{piped(question.title, data.content, path.answers)}</strong>
            {answer?.kind === 'file' ? (
              answer.fileIds.map((id) => {
                const file = files.get(id)
                return (
                  file && (
                    <a key={id} href={file.url} target="_blank" rel="noreferrer">
                      {file.name}
                    </a>
                  )
                )
              })
            ) : (
              <p className={isAnswered(answer) ? undefined : 'sy-faint'}>
                {isAnswered(answer) ? answerText(question, answer) : t('report.notAnswered')}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
