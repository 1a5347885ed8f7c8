import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { moneyText } from '#web/ui/money.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type PlanState, planStates } from '../../contract/fields.ts'
import type { Plan } from '../../contract/plans.ts'
import { plans } from '../../contract.ts'
import { PlanTag } from '../parts/PlanTag.tsx'
import { planPaths } from '../paths.ts'
import { PlanDialog } from './PlanDialog.tsx'

/** The training plans of the organizations whose plans the member manages. */
export default function PlansPage() {
  const t = useText('plans')
  const navigate = useNavigate()
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [search, setSearch] = useSearch(paging)
  const [state, setState] = useState<PlanState>()
  const [isAdding, setAdding] = useState(false)
  const { page, pageSize } = paging
  const query = { page, pageSize, ...(search && { search }), ...(state && { state }) }
  const list = useQuery({ ...q(plans.plans, { query }, { quiet: true }), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader
        title={t('plans.title')}
        description={t('plans.description')}
        actions={
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('plans.add')}
          </Button>
        }
      />
      <div className="sy-toolbar">
        <SearchBox label={t('plans.search')} onSearch={setSearch} />
        <Select<PlanState>
          allowClear
          style={{ width: 140 }}
          aria-label={t('plans.state')}
          placeholder={t('plans.allStates')}
          value={state}
          options={planStates.map((value) => ({ value, label: t(`maps.state.${value}`) }))}
          onChange={(value?: PlanState) => {
            setState(value)
            paging.reset()
          }}
        />
      </div>
      <ListTable<Plan>
        label={t('plans.title')}
        list={list}
        rowKey="id"
        paging={paging}
        empty={<EmptyState small title={t('plans.none')} description={t('plans.noneHint')} />}
        columns={[
          {
            title: t('plans.name'),
            key: 'name',
            render: (_, { id, name, organizationName }) => (
              <>
                <Link to={planPaths.plan(id)}>
                  <strong>{name}</strong>
                </Link>
                <div className="sy-note">{organizationName}</div>
              </>
            ),
          },
          { title: t('plans.year'), key: 'year', render: (_, { year }) => year },
          { title: t('plans.state'), key: 'state', render: (_, row) => <PlanTag state={row.state} /> },
          { title: t('plans.items'), key: 'items', render: (_, { itemCount }) => itemCount },
          { title: t('plans.classes'), key: 'classes', render: (_, { classCount }) => classCount },
          { title: t('plans.headcount'), key: 'headcount', render: (_, { headcount }) => headcount },
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
            title: t('plans.actions'),
            key: 'actions',
            render: (_, { id, name, state: of, classCount }) => (
              <span className="sy-cell-actions">
                {(of === 'draft' || of === 'returned') && classCount === 0 && (
                  <ConfirmButton
                    type="link"
                    danger
                    question={t('plans.deleteQuestion', { name })}
                    consequence={t('plans.deleteHint')}
                    onConfirm={() => call(plans.deletePlan, { params: { id } })}
                  >
                    {t('plans.delete')}
                  </ConfirmButton>
                )}
              </span>
            ),
          },
        ]}
      />
      {isAdding && <PlanDialog onClose={() => setAdding(false)} onAdded={(id) => void navigate(planPaths.plan(id))} />}
    </>
  )
}
