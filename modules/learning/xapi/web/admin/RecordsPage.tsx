import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { xapi } from '../../contract.ts'

type Credential = Output<typeof xapi.listCredentials>['items'][number]
type Made = Output<typeof xapi.createCredential>

/** The credentials with which content and other systems reach the record store. */
export default function RecordsPage() {
  const t = useText('xapi')
  const { error, data, isError, refetch } = useQuery(q(xapi.listCredentials))
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<Made>()
  const add = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {t('page.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('page.title')}
        description={t('page.description')}
        actions={data && data.items.length > 0 && add}
      />
      <p>
        {t('page.endpoint')}{' '}
        <Typography.Text code copyable>
          {`${location.origin}/xapi`}
        </Typography.Text>
      </p>
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <LoadingState shape="lines" rows={3} />}
      {data?.items.length === 0 && (
        <EmptyState title={t('page.empty')} description={t('page.emptyHint')} action={add} />
      )}
      {data && data.items.length > 0 && <CredentialTable items={data.items} />}
      {isAdding && <NewCredential onMade={setMade} onClose={() => setAdding(false)} />}
      <Modal
        open={made !== undefined}
        title={t('page.made')}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        onOk={() => setMade(undefined)}
        cancelButtonProps={{ hidden: true }}
        okText={t('page.kept')}
      >
        <p>{t('page.once')}</p>
        <p>
          {t('page.username')}{' '}
          <Typography.Text code copyable>
            {made?.username}
          </Typography.Text>
        </p>
        <p>
          {t('page.password')}{' '}
          <Typography.Text code copyable>
            {made?.password}
          </Typography.Text>
        </p>
      </Modal>
    </>
  )
}

function CredentialTable({ items }: { items: readonly Credential[] }) {
  const t = useText('xapi')
  const revoke = async (id: string) => {
    await call(xapi.revokeCredential, { params: { id } })
    notify('success', t('page.revokeDone'))
  }
  return (
    <DataTable<Credential>
      rowKey="id"
      rows={items}
      label={t('page.title')}
      columns={[
        { title: t('page.name'), dataIndex: 'name' },
        { title: t('page.username'), dataIndex: 'username', render: (name: string) => <code>{name}</code> },
        {
          title: t('page.records'),
          dataIndex: 'statementCount',
          align: 'right',
          render: (count: number) => <NumberText value={count} />,
        },
        { title: t('page.created'), dataIndex: 'createdAt', render: (at: number) => <DateText value={at} /> },
        { title: t('page.by'), dataIndex: 'createdByName', render: (name: string | null) => name ?? '—' },
        {
          title: t('page.state'),
          dataIndex: 'revokedAt',
          render: (at: number | null) => (
            <Tag color={at === null ? 'success' : 'default'}>{t(at === null ? 'page.active' : 'page.revoked')}</Tag>
          ),
        },
        {
          title: t('page.actions'),
          key: 'actions',
          render: (_, { id, name, revokedAt }) =>
            revokedAt === null && (
              <ConfirmButton
                size="small"
                danger
                question={t('page.revokeQuestion', { name })}
                consequence={t('page.revokeConsequence')}
                onConfirm={() => revoke(id)}
              >
                {t('page.revoke')}
              </ConfirmButton>
            ),
        },
      ]}
    />
  )
}

function NewCredential({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
  const t = useText('xapi')
  const create = async ({ name }: { name: string }) =>
    onMade(await call(xapi.createCredential, { body: { name: name.trim() } }))
  return (
    <FormModal<{ name: string }, void>
      title={t('page.add')}
      okText={t('page.create')}
      onSubmit={create}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('page.name')}
        extra={t('page.nameHint')}
        rules={[{ required: true, whitespace: true, max: 60, message: t('page.nameNeeded') }]}
      >
        <Input maxLength={60} autoFocus />
      </Form.Item>
    </FormModal>
  )
}
