import '../parts/help.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { directoryNameLengthMax, type ManagedDirectory } from '../../contract/articles.ts'
import { help } from '../../contract.ts'
import { directoryOptions } from '../parts/directory-options.ts'

/** The tree of directories: added, renamed, moved, put into order, deleted while they are empty. */
export function DirectoriesDrawer({ onClose }: { onClose: () => void }) {
  const t = useText('help')
  const language = useLanguage()
  const { data, isPending, isError, error, refetch } = useQuery(q(help.managedDirectories, {}))
  const [edited, setEdited] = useState<ManagedDirectory | 'new'>()
  const items = data?.items ?? []
  return (
    <Drawer open size={640} title={t('manage.directories')} onClose={onClose}>
      <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
        {t('manage.addDirectory')}
      </Button>
      {isPending && <LoadingState rows={4} />}
      {isError && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {data && items.length === 0 && <EmptyState small title={t('manage.noDirectories')} />}
      <ul className="hp-directories sy-plain-list sy-column sy-gap-3">
        {directoryOptions(items, language).map(({ value, label }) => {
          const directory = items.find(({ id }) => id === value)
          return (
            directory && (
              <DirectoryRow
                key={value}
                directory={directory}
                label={label}
                siblings={items.filter(({ parentId }) => parentId === directory.parentId)}
                onEdit={() => setEdited(directory)}
              />
            )
          )
        })}
      </ul>
      {edited && (
        <DirectoryForm
          directory={edited === 'new' ? undefined : edited}
          items={items}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Drawer>
  )
}

interface RowProps {
  readonly directory: ManagedDirectory
  readonly label: string
  readonly siblings: readonly ManagedDirectory[]
  readonly onEdit: () => void
}

function DirectoryRow({ directory, label, siblings, onEdit }: RowProps) {
  const t = useText('help')
  const { run, busyWith } = useAction()
  const { id, articleCount } = directory
  const place = siblings.findIndex((one) => one.id === id)
  const move = (name: 'up' | 'down') => {
    const other = siblings[place + (name === 'up' ? -1 : 1)]
    if (!other) return null
    const ids = name === 'up' ? [id, other.id] : [other.id, id]
    return (
      <Button
        size="small"
        aria-label={`${t(`manage.${name}`)} · ${label}`}
        icon={<Icon name={name === 'up' ? 'chevron-up' : 'chevron-down'} size={16} />}
        loading={busyWith === name}
        onClick={() => void run(() => call(help.orderDirectories, { body: { ids } }), { name })}
      />
    )
  }
  return (
    <li className="sy-row sy-wrap sy-gap-2">
      <span>{label}</span>
      <small className="sy-faint hp-directory-count">{t('manage.articles', { count: articleCount })}</small>
      {move('up')}
      {move('down')}
      <Button size="small" aria-label={`${t('manage.editDirectory')} · ${label}`} onClick={onEdit}>
        {t('manage.edit')}
      </Button>
      <ConfirmButton
        size="small"
        danger
        aria-label={`${t('manage.deleteDirectory')} · ${label}`}
        question={`${t('manage.deleteDirectory')} · ${label}`}
        consequence={t('manage.deleteDirectoryText')}
        confirmText={t('manage.delete')}
        onConfirm={async () => {
          await call(help.deleteDirectory, { params: { id } })
          notify('success', t('manage.done'))
        }}
      >
        {t('manage.delete')}
      </ConfirmButton>
    </li>
  )
}

interface FormProps {
  /** A new one where none is given. */
  readonly directory: ManagedDirectory | undefined
  readonly items: readonly ManagedDirectory[]
  readonly onClose: () => void
}

interface Values {
  readonly nameCn: string
  readonly nameEn?: string
  readonly parentId?: string | null
}

function DirectoryForm({ directory, items, onClose }: FormProps) {
  const t = useText('help')
  const language = useLanguage()
  const submit = async ({ nameCn, nameEn = '', parentId = null }: Values) => {
    const body = { nameCn, nameEn, parentId }
    if (directory) await call(help.changeDirectory, { params: { id: directory.id }, body })
    else await call(help.addDirectory, { body })
  }
  return (
    <FormModal<Values, void>
      title={t(directory ? 'manage.editDirectory' : 'manage.addDirectory')}
      okText={t('editor.save')}
      initialValues={directory}
      onSubmit={submit}
      done={t('editor.saved')}
      onClose={onClose}
    >
      <Form.Item
        name="nameCn"
        label={t('manage.directoryName')}
        rules={[{ required: true, whitespace: true, message: t('manage.nameNeeded') }]}
      >
        <Input maxLength={directoryNameLengthMax} showCount />
      </Form.Item>
      <Form.Item name="nameEn" label={t('manage.directoryNameEn')}>
        <Input maxLength={directoryNameLengthMax} showCount />
      </Form.Item>
      <Form.Item name="parentId" label={t('manage.parent')}>
        <Select
          allowClear
          placeholder={t('manage.noParent')}
          options={directoryOptions(items, language).filter(({ value }) => value !== directory?.id)}
        />
      </Form.Item>
    </FormModal>
  )
}
