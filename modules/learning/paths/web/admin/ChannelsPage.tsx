import '../paths.css'
import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, InputNumber, Modal, Switch, Tag } from 'antd'
import { useId, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { Channel } from '../../contract/channels.ts'
import { paths } from '../../contract.ts'
import { Field } from './Field.tsx'
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
      <ul className="lp-channels">
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
    <div className="lp-channel" data-disabled={status === 0 || undefined}>
      <strong>{name}</strong>
      {status === 0 && <Tag>{t('channels.disabled')}</Tag>}
      <span className="lp-channel-positions">
        {positions.map((position) => (
          <Tag key={position.id} color="blue">
            {position.name}
          </Tag>
        ))}
      </span>
      <span className="lp-row-actions">
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

function ChannelDialog({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const t = useText('paths')
  const id = useId()
  const known = 'channel' in edited ? edited.channel : undefined
  const [name, setName] = useState(known?.name ?? '')
  const [sort, setSort] = useState(known?.sort ?? 0)
  const [status, setStatus] = useState<0 | 1>(known?.status ?? 1)
  const [positionIds, setPositionIds] = useState(known?.positions.map((position) => position.id) ?? [])
  const [asked, setAsked] = useState(false)
  const { busy, run } = useAction()
  const problem = asked && name.trim() === '' ? t('channels.nameNeeded') : undefined
  const save = () => {
    setAsked(true)
    if (name.trim() === '') return
    return run(
      async () => {
        if ('channel' in edited) {
          const body = { name: name.trim(), sort, status, positionIds }
          await call(paths.changeChannel, { params: { id: edited.channel.id }, body })
        } else {
          await call(paths.createChannel, { body: { name: name.trim(), parentId: edited.parent?.id ?? null } })
        }
      },
      { close: onClose },
    )
  }
  return (
    <Modal
      open
      title={known ? t('channels.edit') : t('channels.create')}
      okText={t('edit.save')}
      cancelText={t('cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="lp-form">
        <Field id={`${id}-name`} label={t('channels.name')} problem={problem}>
          <Input
            id={`${id}-name`}
            autoFocus
            maxLength={50}
            value={name}
            status={problem && 'error'}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {known && (
          <>
            <Field id={`${id}-positions`} label={t('channels.positions')} hint={t('channels.positionsHint')}>
              <Positions
                id={`${id}-positions`}
                placeholder={t('channels.positions')}
                value={positionIds}
                onChange={setPositionIds}
              />
            </Field>
            <Field id={`${id}-sort`} label={t('channels.sort')}>
              <InputNumber id={`${id}-sort`} min={0} max={10000} value={sort} onChange={(next) => setSort(next ?? 0)} />
            </Field>
            <Field id={`${id}-status`} label={t('channels.enabled')}>
              <Switch id={`${id}-status`} checked={status === 1} onChange={(on) => setStatus(on ? 1 : 0)} />
            </Field>
          </>
        )}
      </div>
    </Modal>
  )
}
