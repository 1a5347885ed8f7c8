import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { runsClasses } from '#modules/training/classes/contract.ts'
import { call, download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ImportDialog } from '#web/ui/ImportDialog.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { moneyText } from '#web/ui/money.ts'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { costCategories } from '../../contract/fields.ts'
import { itemColumns, type PlanDetails, type PlanItem } from '../../contract/plans.ts'
import { plans } from '../../contract.ts'
import { planPaths } from '../paths.ts'
import { ItemDialog } from './ItemDialog.tsx'
import { MakeClassDialog } from './MakeClassDialog.tsx'

/** The items of a plan: written one by one or imported, and once the plan holds made into classes. */
export function PlanItems({ plan: { id, state } }: { plan: PlanDetails }) {
  const t = useText('plans')
  const { busy, run } = useAction()
  const { dataPermission } = useSession()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [edited, setEdited] = useState<PlanItem | 'new'>()
  const [made, setMade] = useState<PlanItem>()
  const [isImporting, setImporting] = useState(false)
  const { page, pageSize } = paging
  const params = { id }
  const list = useQuery({
    ...q(plans.planItems, { params, query: { page, pageSize, ...(search && { search }) } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const isWritten = state === 'draft' || state === 'returned'
  const mayMake = state === 'approved' && dataPermission.has(runsClasses.permission)
  const headingOf = (column: (typeof itemColumns)[number]) =>
    costCategories.some((one) => one === column) ? t(`maps.category.${column}`) : t(`sheet.${column}`)
  return (
    <section className="sy-section pl-section">
      <div className="sy-section-head">
        <h2>{t('plan.items')}</h2>
        <span className="sy-actions">
          {isWritten && (
            <>
              <Button type="primary" onClick={() => setEdited('new')}>
                {t('plan.addItem')}
              </Button>
              <Button onClick={() => setImporting(true)}>{t('plan.import')}</Button>
            </>
          )}
          <Button loading={busy} onClick={() => void run(() => download(plans.exportPlan, { params }))}>
            {t('plan.export')}
          </Button>
        </span>
      </div>
      <div className="sy-toolbar">
        <SearchBox label={t('plan.searchItems')} onSearch={setSearch} />
      </div>
      <ListTable<PlanItem>
        label={t('plan.items')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('plan.noItems')} />}
        columns={[
          {
            title: t('plan.itemName'),
            key: 'name',
            render: (_, { name, courseCode }) => (
              <>
                <strong>{name}</strong>
                {courseCode !== '' && <div className="sy-note">{courseCode}</div>}
              </>
            ),
          },
          {
            title: t('plan.days'),
            key: 'days',
            render: (_, { startsOn, endsOn }) => [startsOn, endsOn].filter(Boolean).join(' – ') || '—',
          },
          { title: t('plan.headcount'), key: 'headcount', render: (_, { headcount }) => headcount },
          { title: t('plan.quota'), key: 'quota', render: (_, { quota }) => quota },
          {
            title: t('plans.planned'),
            key: 'planned',
            align: 'right',
            render: (_, row) => moneyText(row.plannedHundredths),
          },
          {
            title: t('plans.actual'),
            key: 'actual',
            align: 'right',
            render: (_, row) => moneyText(row.actualHundredths),
          },
          {
            title: t('plan.classes'),
            key: 'classes',
            render: (_, { classes }) =>
              classes.length === 0
                ? '—'
                : classes.map((one) => (
                    <div key={one.id}>{mayMake ? <Link to={planPaths.class(one.id)}>{one.name}</Link> : one.name}</div>
                  )),
          },
          {
            title: t('plans.actions'),
            key: 'actions',
            render: (_, row) => (
              <span className="sy-cell-actions">
                {mayMake && (
                  <Button type="link" onClick={() => setMade(row)}>
                    {t('plan.makeClass')}
                  </Button>
                )}
                {isWritten && (
                  <Button type="link" onClick={() => setEdited(row)}>
                    {t('plan.change')}
                  </Button>
                )}
                {isWritten && row.classes.length === 0 && (
                  <ConfirmButton
                    type="link"
                    danger
                    question={t('plan.deleteItemQuestion', { name: row.name })}
                    consequence={t('plan.deleteItemHint')}
                    onConfirm={() => call(plans.deleteItem, { params: { id, itemId: row.id } })}
                  >
                    {t('plan.deleteItem')}
                  </ConfirmButton>
                )}
              </span>
            ),
          },
        ]}
      />
      {edited && <ItemDialog planId={id} edited={edited} onClose={() => setEdited(undefined)} />}
      {made && <MakeClassDialog planId={id} item={made} onClose={() => setMade(undefined)} />}
      {isImporting && (
        <ImportDialog
          title={t('plan.import')}
          hint={t('plan.importHint')}
          columns={itemColumns.map((column) => ({ column, heading: headingOf(column) }))}
          template={plans.itemTemplate}
          read={plans.readItems}
          write={plans.importItems}
          inputOf={(rows) => ({ params, body: { rows: [...rows] } })}
          onImport={(rows) => call(plans.importItems, { params, body: { rows: [...rows] } }, { handles: 'all' })}
          onClose={() => setImporting(false)}
        />
      )}
    </section>
  )
}
