import '../parts/exams.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import type { ExamFigures, ExamineeRow } from '../../contract/invigilation.ts'
import { type AttemptListState, attemptListStates } from '../../contract/states.ts'
import { exams } from '../../contract.ts'
import { AnnounceDialog } from '../parts/AnnounceDialog.tsx'
import { ExamineeDrawer } from '../parts/ExamineeDrawer.tsx'
import { ExportButton } from '../parts/ExportButton.tsx'
import { ExtendDialog } from '../parts/ExtendDialog.tsx'
import { HandInButton } from '../parts/HandInDialog.tsx'
import { Incidents } from '../parts/Incidents.tsx'
import { NoteDialog } from '../parts/NoteDialog.tsx'
import { SentAnnouncements } from '../parts/SentAnnouncements.tsx'
import { AttemptTag, PublishingTag } from '../parts/StateTag.tsx'
import { WindowText } from '../parts/WindowText.tsx'
import { examPaths } from '../paths.ts'

const lookEveryMs = 10_000

/** Watching over an exam: who is in it, who was not heard of, who left the screen; and what can be done about it. */
export default function InvigilationPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...q(exams.examFigures, { params: { id } }),
    refetchInterval: lookEveryMs,
  })
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return <Watch figures={data} />
}

function Watch({ figures }: { figures: ExamFigures }) {
  const t = useText('exams')
  const [asked, setAsked] = useState<'extend' | 'announce' | 'note'>()
  const close = () => setAsked(undefined)
  const { examId } = figures
  return (
    <>
      <PageHeader
        back={<Link to={examPaths.invigilation}>{t('invigilation.title')}</Link>}
        title={figures.examName}
        description={
          <span className="sy-row sy-wrap sy-gap-3">
            <PublishingTag state={figures.state} />
            <WindowText startAt={figures.startAt} endAt={figures.endAt} />
          </span>
        }
        actions={
          <>
            {figures.mayExport && <ExportButton examId={examId} />}
            <HandInButton examId={examId} />
            {figures.state === 5 && <Button onClick={() => setAsked('extend')}>{t('invigilation.extendAll')}</Button>}
            <Button onClick={() => setAsked('note')}>{t('incident.add')}</Button>
            {(figures.state === 5 || figures.inProgress > 0) && (
              <Button type="primary" onClick={() => setAsked('announce')}>
                {t('announcement.announce')}
              </Button>
            )}
          </>
        }
      />
      <div className="sy-card ex-figures">
        <Facts
          shape="figures"
          items={[
            [t('invigilation.examinees'), String(figures.examinees)],
            [t('invigilation.inProgress'), String(figures.inProgress)],
            [t('invigilation.silent'), String(figures.silent)],
            [t('invigilation.started'), String(figures.started)],
            [t('invigilation.toGrade'), String(figures.toGrade)],
            [t('invigilation.passed'), `${figures.passed} / ${figures.final}`],
          ]}
        />
      </div>
      <TabView
        label={t('invigilation.title')}
        tabs={[
          {
            key: 'examinees',
            title: t('invigilation.examinees'),
            children: <Examinees examId={examId} now={figures.serverNow} />,
          },
          { key: 'announcements', title: t('announcement.tab'), children: <SentAnnouncements examId={examId} /> },
          { key: 'incidents', title: t('incident.tab'), children: <Incidents examId={examId} /> },
        ]}
      />
      {asked === 'extend' && <ExtendDialog examId={examId} onClose={close} />}
      {asked === 'announce' && <AnnounceDialog examId={examId} onClose={close} />}
      {asked === 'note' && <NoteDialog examId={examId} onClose={close} />}
    </>
  )
}

type Attempt = NonNullable<ExamineeRow['attempt']>

/** Who has not been heard of for a minute stands out: the network, or the battery. */
function LastSaved({ attempt, now }: { attempt: Attempt; now: number }) {
  const t = useText('exams')
  const { state, lastSavedAt, startedAt } = attempt
  const silentMinutes = Math.floor((now - (lastSavedAt ?? startedAt)) / 60_000)
  return (
    <>
      {lastSavedAt === null ? '—' : <DateText value={lastSavedAt} style="second" />}
      {state === 'in-progress' && silentMinutes > 0 && (
        <small className="ex-silent">{t('invigilation.silentFor', { count: silentMinutes })}</small>
      )}
    </>
  )
}

function Examinees({ examId, now }: { examId: string; now: number }) {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [status, setStatus] = useState<AttemptListState>()
  const [chosen, setChosen] = useState<string>()
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }), ...(status && { status }) }
  const list = useQuery({
    ...q(exams.examinees, { params: { id: examId }, query }, { quiet: true }),
    refetchInterval: lookEveryMs,
    placeholderData: keepPreviousData,
  })
  const row = list.data?.items.find(({ attempt }) => attempt !== null && attempt.id === chosen)
  return (
    <>
      <div className="sy-toolbar">
        <SearchBox label={t('invigilation.search')} onSearch={setSearch} />
        <Select<AttemptListState>
          allowClear
          style={{ width: 160 }}
          placeholder={t('invigilation.allStates')}
          aria-label={t('invigilation.allStates')}
          onChange={(value?: AttemptListState) => {
            setStatus(value)
            paging.reset()
          }}
          options={attemptListStates.map((value) => ({ value, label: t(`maps.exam-record-list-2.${value}`) }))}
        />
      </div>
      <ListTable<ExamineeRow>
        label={t('invigilation.examinees')}
        list={list}
        rowKey={({ member, attempt }) => attempt?.id ?? member.id}
        paging={paging}
        empty={<EmptyState small title={t('invigilation.nobody')} />}
        columns={[
          {
            title: t('invigilation.examinee'),
            key: 'member',
            render: (_, { member, organizationName }) => (
              <Person name={member.fullName} path={member.avatarPath} note={organizationName} />
            ),
          },
          {
            title: t('records.status'),
            key: 'status',
            render: (_, one) => (
              <>
                <AttemptTag state={one.status} />
                {one.attempt?.photo && (
                  <small className="ex-photo-note" data-state={one.attempt.photo}>
                    {t(`photo.state.${one.attempt.photo}`)}
                  </small>
                )}
              </>
            ),
          },
          {
            title: t('invigilation.lastSaved'),
            key: 'saved',
            render: (_, { attempt }) => attempt && <LastSaved attempt={attempt} now={now} />,
          },
          { title: t('invigilation.lastPlace'), key: 'place', render: (_, { attempt }) => attempt?.lastPlace ?? '—' },
          {
            title: t('invigilation.leaves'),
            key: 'leaves',
            render: (_, { attempt }) =>
              attempt && (
                <b className="sy-number ex-leave-count" data-some={attempt.leaveCount > 0}>
                  {attempt.leaveCount}
                </b>
              ),
          },
          {
            title: t('records.score'),
            key: 'score',
            render: (_, { attempt }) =>
              attempt?.scoreTenths === null || attempt === null ? '—' : pointsOfTenths(attempt.scoreTenths),
          },
          {
            title: t('invigilation.actions'),
            key: 'actions',
            render: (_, { attempt, member }) =>
              attempt && (
                <Button
                  type="link"
                  aria-label={t('invigilation.openOf', { name: member.fullName })}
                  onClick={() => setChosen(attempt.id)}
                >
                  {t('invigilation.open')}
                </Button>
              ),
          },
        ]}
      />
      {row?.attempt && (
        <ExamineeDrawer examId={examId} row={row} attempt={row.attempt} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}
