import '../parts/study.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { HomeSection } from '#web/ui/HomeSection.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { study } from '../../contract.ts'
import { amountText } from '../parts/amounts.ts'
import { CapModal } from './CapModal.tsx'
import { GrantModal } from './GrantModal.tsx'

type Cap = Output<typeof study.creditCaps>['items'][number]

interface KindRow {
  readonly businessType: number
  readonly label: string
  readonly hours: Cap | undefined
  readonly credits: Cap | undefined
}

/** One row a kind of study. */
function rowsOf(caps: readonly Cap[]): KindRow[] {
  return [...Map.groupBy(caps, ({ businessType }) => businessType)].map(([businessType, some]) => ({
    businessType,
    label: some[0]?.label ?? '',
    hours: some.find(({ type }) => type === 1),
    credits: some.find(({ type }) => type === 2),
  }))
}

/** What a member gets at most in a year, and what was studied elsewhere. */
export default function CapsPage() {
  const t = useText('study')
  const [edited, setEdited] = useState<Cap>()
  const [granting, setGranting] = useState(false)
  const { data, error, isError, isPending, refetch } = useQuery(q(study.creditCaps))
  if (isError && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={t('caps.title')}
        description={t('caps.description')}
        actions={
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setGranting(true)}>
            {t('caps.grant')}
          </Button>
        }
      />
      <HomeSection title={t('caps.table')}>
        <DataTable<KindRow>
          label={t('caps.table')}
          rows={data && rowsOf(data.items)}
          rowKey="businessType"
          loading={isPending}
          columns={[
            { title: t('caps.kind'), dataIndex: 'label' },
            { title: t('hours'), key: 'hours', render: (_, row) => <CapCell cap={row.hours} onEdit={setEdited} /> },
            {
              title: t('credit'),
              key: 'credits',
              render: (_, row) => <CapCell cap={row.credits} onEdit={setEdited} />,
            },
            {
              title: t('caps.changed'),
              key: 'changed',
              render: (_, { hours, credits }) => (
                <DateText value={Math.max(hours?.updatedAt ?? 0, credits?.updatedAt ?? 0) || null} />
              ),
            },
          ]}
        />
      </HomeSection>
      {edited && <CapModal cap={edited} onClose={() => setEdited(undefined)} />}
      {granting && <GrantModal onClose={() => setGranting(false)} />}
    </>
  )
}

/** The maximum itself is the button that changes it. */
function CapCell({ cap, onEdit }: { cap: Cap | undefined; onEdit: (cap: Cap) => void }) {
  const t = useText('study')
  if (!cap) return null
  const value = cap.maxScore === null ? t('caps.unlimited') : amountText(cap.maxScore)
  const name = cap.type === 1 ? t('hours') : t('credit')
  return (
    <Button
      icon={<Icon name="edit" size={16} />}
      aria-label={t('caps.change', { label: cap.label, name, value })}
      onClick={() => onEdit(cap)}
    >
      <span className="sy-number">{value}</span>
    </Button>
  )
}
