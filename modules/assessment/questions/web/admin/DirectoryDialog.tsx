import { Form, Input, InputNumber, TreeSelect } from 'antd'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { CODE_TAKEN, DIRECTORY_NAME_TAKEN } from '../../contract/codes.ts'
import {
  type Directory,
  type DirectoryChanges,
  directoryCodeLengthMax,
  directoryNameLengthMax,
} from '../../contract/directories.ts'
import { directoryTree, freeCode, treeOptions } from './directory-tree.ts'

/** What the dialog is open for: a new directory (below another one), or one that is changed. */
export type DirectoryTask = { readonly parentId: string | null } | { readonly directory: Directory }

interface Props {
  readonly calls: DirectoryChanges
  readonly task: DirectoryTask
  readonly items: readonly Directory[]
  readonly onDone: (id: string) => void
  readonly onClose: () => void
}

interface Values {
  readonly name: string
  readonly code: string
  readonly parentId?: string
  readonly sort: number
}

async function problemsOf(error: CallError, { name, code }: Values) {
  if (isRefusal(error, CODE_TAKEN)) return { code: await errorText(CODE_TAKEN.code, { code }) }
  if (isRefusal(error, DIRECTORY_NAME_TAKEN)) return { name: await errorText(DIRECTORY_NAME_TAKEN.code, { name }) }
  return undefined
}

/** Makes, renames or moves a directory. */
export function DirectoryDialog({ calls, task, items, onDone, onClose }: Props) {
  const t = useText('questions')
  const changed = 'directory' in task ? task.directory : undefined
  const parentId = 'directory' in task ? task.directory.parentId : task.parentId
  // A new one comes after those beside it.
  const last = Math.max(0, ...items.filter((each) => each.parentId === parentId).map(({ sort }) => sort))
  const save = async ({ name, code, sort, parentId: chosen }: Values) => {
    const body = { name: name.trim(), code: code.trim(), sort, parentId: chosen ?? null }
    const options = { handles: [CODE_TAKEN, DIRECTORY_NAME_TAKEN] }
    if (changed) {
      await call(calls.changeDirectory, { params: { id: changed.id }, body }, options)
      onDone(changed.id)
    } else onDone((await call(calls.createDirectory, { body }, options)).id)
  }
  return (
    <FormModal<Values, void>
      title={t(changed ? 'directory.change' : 'directory.add')}
      okText={t('editor.save')}
      initialValues={{
        name: changed?.name ?? '',
        code: changed?.code ?? freeCode(items),
        parentId: parentId ?? undefined,
        sort: changed?.sort ?? Math.min(1000, last + 1),
      }}
      onSubmit={save}
      problemsOf={problemsOf}
      onClose={onClose}
    >
      <NameField
        label={t('directory.name')}
        needed={t('directory.nameNeeded')}
        maxLength={directoryNameLengthMax}
        autoFocus
      />
      <Form.Item
        name="code"
        label={t('directory.code')}
        extra={t('directory.codeHint')}
        rules={[{ required: true, pattern: /^[A-Za-z0-9._-]{1,15}$/, message: t('directory.codeWrong') }]}
      >
        <Input maxLength={directoryCodeLengthMax} />
      </Form.Item>
      <Form.Item name="parentId" label={t('directory.parent')}>
        <TreeSelect
          allowClear
          treeDefaultExpandAll
          placeholder={t('directory.top')}
          treeData={treeOptions(directoryTree(items), changed?.id)}
        />
      </Form.Item>
      <Form.Item
        name="sort"
        label={t('directory.sort')}
        rules={[{ required: true, message: t('directory.sortNeeded') }]}
      >
        <InputNumber min={1} max={1000} precision={0} />
      </Form.Item>
    </FormModal>
  )
}
