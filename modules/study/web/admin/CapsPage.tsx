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

/** What a member gets at most in a year, and what was studied elsewhere. */
export default function CapsPage() {
  const t = useText('study')
  const [edited, setEdited] = useState<Cap>()
  const [granting, setGranting] = useState(false)
  const { data, isError, isPending, refetch } = useQuery(q(study.creditCaps))
  if (isError && !data) return <ErrorState page onRetry={() => void refetch()} />
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
        <DataTable<Cap>
          label={t('caps.table')}
          rows={data?.items}
          rowKey={(cap) => `${cap.businessType}:${cap.type}`}
          loading={isPending}
          columns={[
            { title: t('caps.kind'), dataIndex: 'label' },
            { title: t('caps.type'), key: 'type', render: (_, { type }) => (type === 1 ? t('hours') : t('credit')) },
            {
              title: t('caps.max'),
              key: 'max',
              align: 'right',
              render: (_, { maxScore }) =>
                maxScore === null ? (
                  <span className="sy-faint">{t('caps.unlimited')}</span>
                ) : (
                  <strong className="sy-number">{amountText(maxScore)}</strong>
                ),
            },
            { title: t('caps.changed'), key: 'changed', render: (_, cap) => <DateText value={cap.updatedAt} /> },
            {
              title: '',
              key: 'edit',
              render: (_, cap) => (
                <Button
                  type="link"
                  aria-label={`${t('caps.edit')} ${cap.label} ${cap.type === 1 ? t('hours') : t('credit')}`}
                  onClick={() => setEdited(cap)}
                >
                  {t('caps.edit')}
                </Button>
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
