import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { q } from '#web/api/query.ts'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import type { FixEffect, KeyFix } from '../../contract/fixing.ts'
import { exams } from '../../contract.ts'

/** The fixes of an exam so far, who made each and why, and what it has changed. */
export function FixTrail({ examId }: { examId: string }) {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [shown, setShown] = useState<KeyFix>()
  const { page, pageSize } = paging
  const list = useQuery(q(exams.keyFixes, { params: { id: examId }, query: { page, pageSize } }, { quiet: true }))
  if (!list.error && !list.data?.recordCount) return null
  return (
    <section className="ex-fixes" aria-labelledby="ex-fixes">
      <h2 id="ex-fixes">{t('fixing.fixes')}</h2>
      <ListTable<KeyFix>
        label={t('fixing.fixes')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('fixing.none')} />}
        columns={[
          {
            title: t('fixing.kind'),
            key: 'kind',
            render: (_, row) => <span className="sy-tag">{t(`fixing.kinds.${row.kind}`)}</span>,
          },
          { title: t('fixing.question'), dataIndex: 'question', key: 'question', className: 'ex-fix-question' },
          { title: t('fixing.reason'), dataIndex: 'reason', key: 'reason', className: 'ex-fix-question' },
          {
            title: t('fixing.effect'),
            key: 'effect',
            render: (_, row) => {
              if (row.finishedAt === null) return t('fixing.running')
              if (row.changed === 0) return t('fixing.nothing', { attempts: row.attempts })
              const { changed, passed, failed } = row
              return (
                <>
                  {t('fixing.changed', { changed, passed, failed })}{' '}
                  <Button type="link" size="small" onClick={() => setShown(row)}>
                    {t('fixing.papers')}
                  </Button>
                </>
              )
            },
          },
          {
            title: t('fixing.by'),
            key: 'by',
            render: (_, row) => (
              <>
                {row.createdBy?.fullName}
                <br />
                <small className="sy-faint">
                  <DateText value={row.createdAt} style="minute" />
                </small>
              </>
            ),
          },
        ]}
      />
      {shown && (
        <Drawer open title={t('fixing.papers')} size="large" onClose={() => setShown(undefined)}>
          <p className="sy-note">{shown.reason}</p>
          <Effects fixId={shown.id} />
        </Drawer>
      )}
    </section>
  )
}

const scoreText = ({ scoreTenths, totalTenths }: FixEffect['before']) =>
  scoreTenths === null ? '—' : `${pointsOfTenths(scoreTenths)} / ${pointsOfTenths(totalTenths)}`

const resultText = (t: TextOf, result: FixEffect['recordBefore']) => (result === null ? '—' : t(`result.of.${result}`))

function Effects({ fixId }: { fixId: string }) {
  const t = useText('exams')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const list = useQuery(q(exams.fixEffects, { params: { id: fixId }, query: { page, pageSize } }, { quiet: true }))
  return (
    <ListTable<FixEffect>
      label={t('fixing.papers')}
      list={list}
      rowKey={({ member, attemptNumber }) => `${member?.id} ${attemptNumber}`}
      paging={paging}
      empty={<EmptyState small title={t('fixing.noPapers')} />}
      columns={[
        {
          title: t('invigilation.examinee'),
          key: 'member',
          render: (_, { member, attemptNumber }) => (
            <>
              {member?.fullName ?? t('marking.nameless')}{' '}
              <small className="sy-faint">{t('records.number', { count: attemptNumber })}</small>
            </>
          ),
        },
        {
          title: t('records.score'),
          key: 'score',
          render: (_, { before, after }) => `${scoreText(before)} → ${scoreText(after)}`,
        },
        {
          title: t('fixing.result'),
          key: 'result',
          render: (_, { recordBefore, recordAfter, keepsCompletion }) => (
            <>
              {recordBefore === recordAfter
                ? resultText(t, recordAfter)
                : `${resultText(t, recordBefore)} → ${resultText(t, recordAfter)}`}
              {keepsCompletion && <small className="ex-photo-note">{t('fixing.keepsCompletion')}</small>}
            </>
          ),
        },
      ]}
    />
  )
}
