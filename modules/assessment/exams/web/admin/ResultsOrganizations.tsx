import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import type { OrganizationResult } from '../../contract/results.ts'
import { exams } from '../../contract.ts'

type Placed = OrganizationResult & { readonly level: number }

/** Each organization before those below it, which keep their order. */
function inTreeOrder(rows: readonly OrganizationResult[]): Placed[] {
  const known = new Set(rows.map(({ id }) => id))
  const below = Map.groupBy(rows, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : ''))
  const placed = (parentId: string, level: number): Placed[] =>
    (below.get(parentId) ?? []).flatMap((row) => [{ ...row, level }, ...placed(row.id, level + 1)])
  return placed('', 0)
}

/** The results by organization, each with everyone below it. */
export function ResultsOrganizations({ examId }: { examId: string }) {
  const t = useText('exams')
  const list = useQuery(q(exams.organizationResults, { params: { id: examId } }, { quiet: true }))
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  return (
    <DataTable<Placed>
      label={t('results.organizations')}
      rows={list.data && inTreeOrder(list.data)}
      loading={list.isPending}
      rowKey="id"
      empty={<EmptyState small title={t('invigilation.nobody')} />}
      columns={[
        {
          title: t('results.organization'),
          key: 'name',
          render: (_, { name, level }) => (
            <span className="er-organization" style={{ '--er-level': level } as React.CSSProperties}>
              {name}
            </span>
          ),
        },
        { title: t('results.assigned'), key: 'assigned', align: 'right', render: (_, row) => row.assigned },
        { title: t('results.started'), key: 'started', align: 'right', render: (_, row) => row.started },
        { title: t('results.scored'), key: 'scored', align: 'right', render: (_, row) => row.scored },
        {
          title: t('results.passRate'),
          key: 'passed',
          align: 'right',
          render: (_, { passed, scored }) =>
            scored === 0 ? '—' : `${Math.round((100 * passed) / scored)}% (${passed}/${scored})`,
        },
        {
          title: t('results.mean'),
          key: 'mean',
          align: 'right',
          render: (_, { mean }) => (mean === null ? '—' : Math.round(mean) / 100),
        },
      ]}
    />
  )
}
