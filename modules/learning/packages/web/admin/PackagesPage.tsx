import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Tag, Typography } from 'antd'
import { useState } from 'react'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { type PackageInfo, packages } from '../../contract.ts'
import PackagePlayer from '../study/PackagePlayer.tsx'
import ShortestTime from './ShortestTime.tsx'

/** While one is being prepared the list looks again. */
const lookAgainMs = 2000
const bytesOfMegabyte = 1024 * 1024

/** Packages that were uploaded: how far they are, and a look into each. */
export default function PackagesPage() {
  const t = useText('packages')
  const paging = usePaging()
  const [isAdding, setAdding] = useState(false)
  const [preview, setPreview] = useState<{ readonly title: string; readonly launchUrl: string }>()
  const { data, error, isError, refetch } = useQuery({
    ...q(packages.listPackages, { query: { page: paging.page, pageSize: paging.pageSize } }, { cache: 0 }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.state === 'preparing') ? lookAgainMs : false,
  })
  const add = (
    <Button type="primary" icon={<Icon name="upload" size={16} />} onClick={() => setAdding(true)}>
      {t('page.upload')}
    </Button>
  )
  const look = async ({ id, title }: PackageInfo) => {
    const { launchUrl } = await call(packages.previewPackage, { params: { id } })
    setPreview({ title, launchUrl })
  }
  return (
    <>
      <PageHeader
        title={t('page.title')}
        description={t('page.description')}
        actions={data && data.items.length > 0 && add}
      />
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <LoadingState shape="lines" rows={4} />}
      {data?.items.length === 0 && (
        <EmptyState title={t('page.empty')} description={t('page.emptyHint')} action={add} />
      )}
      {data && data.items.length > 0 && (
        <>
          <PackageTable items={data.items} onPreview={(item) => void look(item).catch(() => undefined)} />
          <Pager paging={paging} recordCount={data.recordCount} />
        </>
      )}
      <UploadDialog open={isAdding} onClose={() => setAdding(false)} />
      <Modal
        open={preview !== undefined}
        title={preview && t('page.previewOf', { title: preview.title })}
        width={1180}
        destroyOnHidden
        onCancel={() => setPreview(undefined)}
        footer={null}
      >
        <p>{t('page.previewNote')}</p>
        {preview && <PackagePlayer launchUrl={preview.launchUrl} onExit={() => setPreview(undefined)} />}
      </Modal>
    </>
  )
}

function PackageTable({ items, onPreview }: { items: readonly PackageInfo[]; onPreview: (item: PackageInfo) => void }) {
  const t = useText('packages')
  const remove = async (id: string) => {
    await call(packages.deletePackage, { params: { id } })
    notify('success', t('page.deleted'))
  }
  return (
    <DataTable<PackageInfo>
      rowKey="id"
      rows={items}
      label={t('page.title')}
      columns={[
        { title: t('page.name'), key: 'title', render: (_, item) => <NameCell item={item} /> },
        { title: t('page.kind'), key: 'kind', render: (_, { kind }) => (kind ? t(`kind.${kind}`) : '—') },
        { title: t('page.state'), key: 'state', render: (_, { state }) => <StateTag state={state} /> },
        {
          title: t('page.units'),
          dataIndex: 'unitCount',
          align: 'right',
          render: (count: number) => <NumberText value={count} />,
        },
        {
          title: t('time.title'),
          key: 'shortestSeconds',
          render: (_, item) => (item.state === 'ready' ? <ShortestTime item={item} /> : '—'),
        },
        {
          title: t('page.size'),
          dataIndex: 'sizeBytes',
          align: 'right',
          render: (bytes: number) => (bytes === 0 ? '—' : `${Math.max(0.1, bytes / bytesOfMegabyte).toFixed(1)} MB`),
        },
        {
          title: t('page.at'),
          key: 'createdAt',
          render: (_, { createdAt, createdByName }) => (
            <>
              <DateText value={createdAt} />
              {createdByName !== null && <div className="sy-note">{createdByName}</div>}
            </>
          ),
        },
        {
          title: '',
          key: 'actions',
          render: (_, item) =>
            item.state === 'failed' ? (
              <ConfirmButton
                size="small"
                danger
                question={t('page.deleteQuestion')}
                consequence={t('page.deleteConsequence')}
                onConfirm={() => remove(item.id)}
              >
                {t('page.delete')}
              </ConfirmButton>
            ) : (
              <Button size="small" disabled={item.state !== 'ready'} onClick={() => onPreview(item)}>
                {t('page.preview')}
              </Button>
            ),
        },
      ]}
    />
  )
}

function NameCell({ item: { title, reasons } }: { item: PackageInfo }) {
  const t = useText('packages')
  return (
    <>
      {title}
      {reasons.map(({ code, detail }) => (
        <Typography.Paragraph key={code} type="danger" style={{ margin: 0 }}>
          {t(`reason.${code}`)}
          {detail !== '' && <Typography.Text code>{detail}</Typography.Text>}
        </Typography.Paragraph>
      ))}
    </>
  )
}

const colors = { preparing: 'processing', ready: 'success', failed: 'error' } as const

function StateTag({ state }: { state: PackageInfo['state'] }) {
  const t = useText('packages')
  return <Tag color={colors[state]}>{t(`state.${state}`)}</Tag>
}

function UploadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText('packages')
  const add = async (fileId: string) => {
    await call(packages.createPackage, { body: { fileId } })
    notify('success', t('page.uploaded'))
    onClose()
  }
  return (
    <Modal open={open} title={t('page.upload')} destroyOnHidden footer={null} onCancel={onClose}>
      <p>{t('page.uploadHint')}</p>
      <FileUpload kind="package" onUploaded={(file) => void add(file.id).catch(() => undefined)} />
    </Modal>
  )
}
