import { useQuery } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { TOPIC_TYPE_NAME_TAKEN } from '../../contract/codes.ts'
import type { ManagedType } from '../../contract/topics.ts'
import { topics } from '../../contract.ts'

/** The types in the order in which choosers show them. */
export function TypeList() {
  const t = useText('topics')
  const types = useQuery(q(topics.listTopicTypes))
  const [editing, setEditing] = useState<ManagedType | 'new'>()
  const items = types.data?.items ?? []
  const move = (from: number, to: number) => {
    const ids = withMoved(items, from, to).map(({ id }) => id)
    return call(topics.orderTopicTypes, { body: { ids } })
  }
  return (
    <>
      <div className="sy-toolbar">
        <p className="sy-faint">{t('types.hint')}</p>
        <Button
          type="primary"
          icon={<Icon name="plus" size={16} />}
          style={{ marginInlineStart: 'auto' }}
          onClick={() => setEditing('new')}
        >
          {t('types.add')}
        </Button>
      </div>
      {types.isPending && <LoadingState />}
      {types.isError && <ErrorState error={types.error} onRetry={() => void types.refetch()} />}
      {types.isSuccess && items.length === 0 && (
        <EmptyState title={t('types.none')} description={t('types.noneHint')} />
      )}
      {items.length > 0 && (
        <SortableList
          className="sy-card topics-types"
          items={items}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          onMove={move}
        >
          {(type, _, moves) => <TypeRow type={type} moves={moves} onEdit={() => setEditing(type)} />}
        </SortableList>
      )}
      {editing && <TypeDialog type={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </>
  )
}

interface RowProps {
  readonly type: ManagedType
  readonly onEdit: () => void
  readonly moves: ReactNode
}

function TypeRow({ type, onEdit, moves }: RowProps) {
  const t = useText('topics')
  const { id, name, status, shown, topicCount } = type
  const change = (body: Partial<Pick<ManagedType, 'status' | 'shown'>>) =>
    void call(topics.changeTopicType, { params: { id }, body: { name, status, shown, ...body } }).catch(() => undefined)
  return (
    <>
      <span className="topics-type-name">
        {name}
        <small>{t('types.topics', { count: topicCount })}</small>
      </span>
      <span className="sy-inline topics-type-switch">
        <Switch
          size="small"
          checked={status === 1}
          aria-label={t('types.enabledOf', { name })}
          onChange={(enabled) => change({ status: enabled ? 1 : 0 })}
        />
        {t('types.enabled')}
      </span>
      <span className="sy-inline topics-type-switch">
        <Switch
          size="small"
          checked={shown}
          disabled={status === 0}
          aria-label={t('types.shownOf', { name })}
          onChange={(isShown) => change({ shown: isShown })}
        />
        {t('types.shown')}
      </span>
      <span className="topics-row-actions">
        {moves}
        <Button type="text" onClick={onEdit}>
          {t('manage.edit')}
        </Button>
        <ConfirmButton
          type="text"
          danger
          disabled={topicCount > 0}
          aria-description={topicCount > 0 ? t('types.inUse') : undefined}
          question={t('types.delete', { name })}
          onConfirm={() => call(topics.deleteTopicType, { params: { id } })}
        >
          {t('manage.delete')}
        </ConfirmButton>
      </span>
    </>
  )
}

function TypeDialog({ type, onClose }: { type: ManagedType | undefined; onClose: () => void }) {
  const t = useText('topics')
  const save = ({ name }: { name: string }) => {
    const body = { name: name.trim(), status: type?.status ?? (1 as const), shown: type?.shown ?? true }
    const options = { handles: [TOPIC_TYPE_NAME_TAKEN] }
    if (type) return call(topics.changeTopicType, { params: { id: type.id }, body }, options)
    return call(topics.addTopicType, { body }, options)
  }
  return (
    <FormModal<{ name: string }, unknown>
      title={t(type ? 'types.editTitle' : 'types.addTitle')}
      okText={t('manage.save')}
      initialValues={{ name: type?.name ?? '' }}
      onSubmit={save}
      problemsOf={async (error, { name }) =>
        isRefusal(error, TOPIC_TYPE_NAME_TAKEN)
          ? { name: await errorText(TOPIC_TYPE_NAME_TAKEN.code, { name: name.trim() }) }
          : undefined
      }
      onClose={onClose}
    >
      <NameField label={t('types.name')} needed={t('manage.nameMissing')} maxLength={20} autoFocus />
    </FormModal>
  )
}
