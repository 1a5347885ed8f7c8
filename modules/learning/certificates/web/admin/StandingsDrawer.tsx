import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer, Segmented, Tag } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListTable } from '#web/ui/ListTable.tsx'
import { TABLE_PAGE_SIZE, usePaging, useSearch } from '#web/ui/paging.ts'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { type Compliance, compliances } from '../../contract/compliance.ts'
import { certificates } from '../../contract.ts'
import { lastInstant } from '../parts/days.ts'

type Standing = Output<typeof certificates.complianceMembers>['items'][number]

const colors = { valid: 'success', expiring: 'warning', expired: 'error', missing: undefined } as const

interface Props {
  readonly templateId: string
  readonly title: string
  readonly organizationId?: string
  readonly state?: Compliance
  readonly onClose: () => void
}

/** The members behind a figure of the board. */
export function ComplianceDrawer({ templateId, title, organizationId, state, onClose }: Props) {
  const t = useText('certificates')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const [shown, setShown] = useState<Compliance | 'all'>(state ?? 'all')
  const [search, setSearch] = useSearch(paging)
  const query = {
    ...{ templateId, page: paging.page, pageSize: paging.pageSize },
    ...(organizationId !== undefined && { organizationId }),
    ...(shown !== 'all' && { state: shown }),
    ...(search !== undefined && { search }),
  }
  const list = useQuery({ ...q(certificates.complianceMembers, { query }), placeholderData: keepPreviousData })
  return (
    <Drawer open size={720} title={title} onClose={onClose}>
      <div className="sy-toolbar">
        <Segmented<Compliance | 'all'>
          aria-label={t('facts.state')}
          value={shown}
          options={(['all', ...compliances] as const).map((value) => ({
            value,
            label: t(`compliance.states.${value}`),
          }))}
          onChange={(value) => {
            setShown(value)
            paging.reset()
          }}
        />
        <SearchBox label={t('compliance.search')} onSearch={setSearch} />
      </div>
      <ListTable<Standing>
        label={title}
        list={list}
        rowKey="memberId"
        paging={paging}
        empty={<EmptyState small title={t('compliance.nobody')} />}
        columns={[
          { title: t('facts.holder'), dataIndex: 'fullName' },
          { title: t('compliance.department'), dataIndex: 'organizationName' },
          {
            title: t('facts.state'),
            key: 'state',
            render: (_, one) => <Tag color={colors[one.state]}>{t(`compliance.states.${one.state}`)}</Tag>,
          },
          { title: t('facts.number'), key: 'number', render: (_, { number }) => number ?? '—' },
          {
            title: t('facts.expires'),
            key: 'expires',
            render: (_, { number, expiresAt }) => {
              if (number === null) return '—'
              return expiresAt === null ? t('facts.forever') : <DateText value={lastInstant(expiresAt)} style="day" />
            },
          },
        ]}
      />
    </Drawer>
  )
}
