import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ImportDialog } from '#web/ui/ImportDialog.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { NumberInput, useLimits } from '#web/ui/NumberField.tsx'
import { notify } from '#web/ui/notify.ts'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type MemberScore, scoreColumns } from '../../contract/costs.ts'
import { scoreTenthsMax } from '../../contract/fields.ts'
import { plans } from '../../contract.ts'

/** The scores that members have got away from the platform: typed in their row, or imported. */
export function ScoresPanel({ classId, isClosed }: { classId: string; isClosed: boolean }) {
  const t = useText('plans')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [isImporting, setImporting] = useState(false)
  const { page, pageSize } = paging
  const params = { id: classId }
  const list = useQuery({
    ...q(plans.classScores, { params, query: { page, pageSize, ...(search && { search }) } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className="sy-faint">{t('scores.hint')}</p>
      <div className="sy-toolbar">
        <SearchBox label={t('scores.search')} onSearch={setSearch} />
        {!isClosed && <Button onClick={() => setImporting(true)}>{t('scores.import')}</Button>}
      </div>
      <ListTable<MemberScore>
        label={t('scores.title')}
        list={list}
        rowKey={({ member }) => member.id}
        paging={paging}
        empty={<EmptyState small title={t('scores.none')} />}
        columns={[
          {
            title: t('scores.member'),
            key: 'member',
            render: (_, { member }) => (
              <>
                {member.fullName} <span className="sy-note">{member.organizationName}</span>
              </>
            ),
          },
          {
            title: t('scores.score'),
            key: 'score',
            render: (_, row) => <ScoreCell key={row.scoreTenths} classId={classId} row={row} isClosed={isClosed} />,
          },
          {
            title: t('scores.enteredAt'),
            key: 'enteredAt',
            render: (_, { enteredAt }) => <DateText value={enteredAt} />,
          },
        ]}
      />
      {isImporting && (
        <ImportDialog
          title={t('scores.import')}
          hint={t('scores.importHint')}
          columns={scoreColumns.map((column) => ({ column, heading: t(`sheet.${column}`) }))}
          template={plans.scoreTemplate}
          read={plans.readScores}
          write={plans.importScores}
          inputOf={(rows) => ({ params, body: { rows: [...rows] } })}
          onImport={(rows) => call(plans.importScores, { params, body: { rows: [...rows] } }, { handles: 'all' })}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}

const limits = { min: 0, max: scoreTenthsMax / 10 }

/** Saved when the field is left, if it holds another score, and one that there can be. */
function ScoreCell({ classId, row, isClosed }: { classId: string; row: MemberScore; isClosed: boolean }) {
  const t = useText('plans')
  const { run } = useAction()
  const before = row.scoreTenths === null ? null : row.scoreTenths / 10
  const [score, setScore] = useState(before)
  const problem = useLimits(limits)(score)
  if (isClosed) return <>{before ?? '—'}</>
  const save = () => {
    if (score === before) return
    if (problem !== undefined) return notify('error', problem)
    const scoreTenths = score === null ? null : Math.round(score * 10)
    const params = { id: classId, memberId: row.member.id }
    void run(() => call(plans.setScore, { params, body: { scoreTenths } }), { done: t('costs.saved') })
  }
  return (
    <NumberInput
      {...limits}
      aria-label={t('scores.of', { name: row.member.fullName })}
      status={problem === undefined ? undefined : 'error'}
      precision={1}
      value={score}
      onChange={setScore}
      onBlur={save}
      onPressEnter={save}
    />
  )
}
