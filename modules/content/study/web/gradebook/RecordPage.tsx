import '../parts/study.css'
import './gradebook.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useParams } from 'react-router'
import { download, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Person } from '#web/ui/Person.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { RecordCertificate, RecordItem } from '../../contract/record.ts'
import { study } from '../../contract.ts'
import { durationText } from '../parts/durations.ts'
import { RecordFigures, StateText } from './record-parts.tsx'

/** `#/learning-record/{memberId}`: everything that a member has studied, to read, to print and to save. */
export default function RecordPage() {
  const t = useText('study')
  const { memberId = '' } = useParams()
  const params = { memberId }
  const { data, error, refetch } = useQuery(q(study.learningRecord, { params }))
  const { busy, run } = useAction()
  if (error && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  const { member } = data
  const place = member.organization.name
  return (
    <>
      <PageHeader
        title={t('record.of', { name: member.fullName })}
        description={
          <Person
            name={member.fullName}
            path={member.avatarPath}
            note={member.hasLeft ? t('gradebook.left', { name: place }) : place}
          />
        }
        actions={
          <>
            <Button icon={<Icon name="log" size={16} />} onClick={() => window.print()}>
              {t('record.print')}
            </Button>
            <Button
              icon={<Icon name="download" size={16} />}
              loading={busy}
              onClick={() => void run(() => download(study.exportLearningRecord, { params }))}
            >
              {t('gradebook.export')}
            </Button>
          </>
        }
      />
      <section className="sy-card">
        <RecordFigures record={data} />
      </section>
      <div className="st-record-lists">
        <h2>{t('record.items')}</h2>
        {data.hasMore && <p className="sy-faint">{t('record.more')}</p>}
        <ItemTable items={data.items} />
        <h2>{t('record.certificates')}</h2>
        <CertificateTable items={data.certificates} />
      </div>
    </>
  )
}

function ItemTable({ items }: { items: readonly RecordItem[] }) {
  const t = useText('study')
  return (
    <DataTable<RecordItem>
      label={t('record.items')}
      rows={items}
      rowKey={(item) => `${item.businessType}:${item.businessId}`}
      empty={<EmptyState small title={t('record.none')} />}
      columns={[
        { title: t('record.name'), dataIndex: 'name' },
        { title: t('record.kind'), dataIndex: 'label' },
        { title: t('gradebook.status'), key: 'state', render: (_, item) => <StateText item={item} /> },
        { title: t('record.score'), key: 'score', align: 'right', render: (_, { score }) => score ?? '—' },
        {
          title: t('figures.studyTime'),
          key: 'time',
          align: 'right',
          render: (_, { studySeconds }) =>
            studySeconds === null ? '—' : durationText(t, Math.floor((studySeconds + 30) / 60)),
        },
        {
          title: t('record.registered'),
          key: 'registered',
          render: (_, item) => <DateText value={item.registeredAt} style="day" />,
        },
        {
          title: t('record.finished'),
          key: 'finished',
          render: (_, item) => <DateText value={item.finishedAt} style="day" />,
        },
      ]}
    />
  )
}

function CertificateTable({ items }: { items: readonly RecordCertificate[] }) {
  const t = useText('study')
  return (
    <DataTable<RecordCertificate>
      label={t('record.certificates')}
      rows={items}
      rowKey="id"
      empty={<EmptyState small title={t('record.noCertificates')} />}
      columns={[
        { title: t('record.name'), dataIndex: 'name' },
        { title: t('record.number'), dataIndex: 'number' },
        {
          title: t('gradebook.status'),
          key: 'valid',
          render: (_, one) => t(one.isValid ? 'record.valid' : 'record.over'),
        },
        { title: t('record.issued'), key: 'issued', render: (_, one) => <DateText value={one.issuedAt} style="day" /> },
        {
          title: t('record.expires'),
          key: 'expires',
          render: (_, one) =>
            one.expiresAt === null ? t('record.noEnd') : <DateText value={one.expiresAt} style="day" />,
        },
      ]}
    />
  )
}
