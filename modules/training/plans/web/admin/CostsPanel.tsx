import { Button } from 'antd'
import { useState } from 'react'
import { call, download } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { ImportDialog } from '#web/ui/ImportDialog.tsx'
import { moneyText } from '#web/ui/money.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type ClassCosts, type CostLine, lineColumns } from '../../contract/costs.ts'
import { plans } from '../../contract.ts'
import { BudgetTable } from '../parts/BudgetTable.tsx'
import { LineDialog } from './LineDialog.tsx'

/** The costs of a class: what is left, by category, and line by line. */
export function CostsPanel({ classId, costs }: { classId: string; costs: ClassCosts }) {
  const t = useText('plans')
  const { busy, run } = useAction()
  const [edited, setEdited] = useState<CostLine | 'new'>()
  const [isImporting, setImporting] = useState(false)
  const params = { id: classId }
  const { isClosed, lines, plannedHundredths, actualHundredths, participants, plan } = costs
  return (
    <>
      {plan && <p className="sy-faint pl-source">{t('costs.fromPlan', { name: `${plan.name} · ${plan.item}` })}</p>}
      <Facts
        shape="figures"
        items={[
          [t('costs.planned'), moneyText(plannedHundredths)],
          [t('costs.actual'), moneyText(actualHundredths)],
          [t('costs.left'), moneyText(plannedHundredths - actualHundredths)],
          participants > 0 && [t('costs.perHead'), moneyText(Math.round(actualHundredths / participants))],
        ]}
      />
      <div className="sy-toolbar pl-section">
        {!isClosed && (
          <>
            <Button type="primary" onClick={() => setEdited('new')}>
              {t('costs.add')}
            </Button>
            <Button onClick={() => setImporting(true)}>{t('costs.import')}</Button>
          </>
        )}
        <Button loading={busy} onClick={() => void run(() => download(plans.exportCosts, { params }))}>
          {t('costs.export')}
        </Button>
      </div>
      <DataTable<CostLine>
        label={t('costs.title')}
        rows={lines}
        rowKey="id"
        empty={<EmptyState small title={t('costs.none')} description={t('costs.noneHint')} />}
        columns={[
          { title: t('costs.kind'), key: 'kind', render: (_, { kind }) => t(`maps.lineKind.${kind}`) },
          {
            title: t('costs.category'),
            key: 'category',
            render: (_, { category, label }) => (
              <>
                {t(`maps.category.${category}`)}
                {label !== '' && <div className="sy-note">{label}</div>}
              </>
            ),
          },
          {
            title: t('costs.sum'),
            key: 'amount',
            align: 'right',
            render: (_, { costHundredths }) => moneyText(costHundredths),
          },
          { title: t('costs.spentOn'), key: 'spentOn', render: (_, { spentOn }) => spentOn ?? '—' },
          { title: t('costs.note'), key: 'note', render: (_, { note }) => note || '—' },
          {
            title: t('costs.voucher'),
            key: 'voucher',
            render: (_, { voucher }) =>
              voucher ? (
                <a href={voucher.url} target="_blank" rel="noreferrer">
                  {voucher.name}
                </a>
              ) : (
                '—'
              ),
          },
          { title: t('costs.enteredBy'), key: 'enteredBy', render: (_, { enteredBy }) => enteredBy ?? '—' },
          {
            title: t('costs.actions'),
            key: 'actions',
            render: (_, line) =>
              !isClosed && (
                <span className="sy-cell-actions">
                  <Button type="link" onClick={() => setEdited(line)}>
                    {t('costs.change')}
                  </Button>
                  <ConfirmButton
                    type="link"
                    danger
                    question={t('costs.deleteQuestion')}
                    consequence={t('costs.deleteHint')}
                    onConfirm={() => call(plans.deleteCost, { params: { id: classId, lineId: line.id } })}
                  >
                    {t('costs.delete')}
                  </ConfirmButton>
                </span>
              ),
          },
        ]}
      />
      <div className="sy-card pl-section">
        <BudgetTable {...costs} />
      </div>
      {edited && <LineDialog classId={classId} edited={edited} onClose={() => setEdited(undefined)} />}
      {isImporting && (
        <ImportDialog
          title={t('costs.import')}
          hint={t('costs.importHint')}
          columns={lineColumns.map((column) => ({ column, heading: t(`sheet.${column}`) }))}
          template={plans.costTemplate}
          read={plans.readCosts}
          write={plans.importCosts}
          inputOf={(rows) => ({ params, body: { rows: [...rows] } })}
          onImport={(rows) => call(plans.importCosts, { params, body: { rows: [...rows] } }, { handles: 'all' })}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}
