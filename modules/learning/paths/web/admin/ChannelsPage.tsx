import '../paths.css'
import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber, Switch, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Channel } from '../../contract/channels.ts'
import { paths } from '../../contract.ts'
import { Positions } from './posts.tsx'

const LEVELS_MAX = 5

/** What the dialog is open for. */
type Edited = { readonly channel: Channel } | { readonly parent: Channel | null }

/** The tree in which the company's positions stand. */
export default function ChannelsPage() {
  const t = useText('paths')
  const [edited, setEdited] = useState<Edited>()
  const list = useQuery(q(paths.listChannels, {}, { quiet: true }))
  const create = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEdited({ parent: null })}>
      {t('channels.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('channels.title')} description={t('channels.hint')} actions={create} />
      {list.isPending && <LoadingState rows={6} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 && <EmptyState title={t('channels.none')} action={create} />}
      <ul className="sy-column sy-gap-2 lp-channels">
        {list.data?.items.map((channel) => (
          <li key={channel.id} data-level={channel.level}>
            <ChannelRow channel={channel} onEdit={setEdited} />
          </li>
        ))}
      </ul>
      {edited && <ChannelDialog edited={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function ChannelRow({ channel, onEdit }: { channel: Channel; onEdit: (edited: Edited) => void }) {
  const t = useText('paths')
  const { id, name, status, positions, level } = channel
  return (
    <div className="sy-row sy-wrap lp-channel" data-disabled={status === 0 || undefined}>
      <strong>{name}</strong>
      {status === 0 && <Tag>{t('channels.disabled')}</Tag>}
      <span className="lp-channel-positions">
        {positions.map((position) => (
          <Tag key={position.id}>{position.name}</Tag>
        ))}
      </span>
      <span className="sy-inline sy-wrap sy-gap-2">
        {level < LEVELS_MAX && (
          <Button type="link" size="small" onClick={() => onEdit({ parent: channel })}>
            {t('channels.addBelow')}
          </Button>
        )}
        <Button type="link" size="small" onClick={() => onEdit({ channel })}>
          {t('manage.edit')}
        </Button>
        <ConfirmButton
          type="link"
          size="small"
          danger
          question={t('channels.deleteAsk', { name })}
          onConfirm={() => call(paths.deleteChannel, { params: { id } })}
        >
          {t('manage.delete')}
        </ConfirmButton>
      </span>
    </div>
  )
}

interface Values {
  readonly name: string
  readonly sort?: number | null
  readonly enabled?: boolean
  readonly positionIds?: string[]
}

function ChannelDialog({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const t = useText('paths')
  const known = 'channel' in edited ? edited.channel : undefined
  const save = ({ name, sort, enabled = true, positionIds = [] }: Values) => {
    if (!('channel' in edited))
      return call(paths.createChannel, { body: { name: name.trim(), parentId: edited.parent?.id ?? null } })
    const body = { name: name.trim(), sort: sort ?? 0, status: enabled ? (1 as const) : (0 as const), positionIds }
    return call(paths.changeChannel, { params: { id: edited.channel.id }, body })
  }
  return (
    <FormModal<Values, unknown>
      title={known ? t('channels.edit') : t('channels.create')}
      okText={t('edit.save')}
      initialValues={
        known && {
          name: known.name,
          sort: known.sort,
          enabled: known.status === 1,
          positionIds: known.positions.map((position) => position.id),
        }
      }
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('channels.name')}
        rules={[{ required: true, whitespace: true, message: t('channels.nameNeeded') }]}
      >
        <Input autoFocus maxLength={50} />
      </Form.Item>
      {known && (
        <>
          <Form.Item name="positionIds" label={t('channels.positions')} extra={t('channels.positionsHint')}>
            <Positions placeholder={t('channels.positions')} />
          </Form.Item>
          <Form.Item name="sort" label={t('channels.sort')}>
            <InputNumber min={0} max={10000} />
          </Form.Item>
          <Form.Item name="enabled" label={t('channels.enabled')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </>
      )}
    </FormModal>
  )
}
