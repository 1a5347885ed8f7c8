import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NumberText } from '#web/ui/NumberText.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { courses } from '../../contract.ts'

type Category = Output<typeof courses.categories>['items'][number]

/** What the dialog does: a new one below `parent` (or at the root), or another name for `category`. */
interface Task {
  readonly parent?: Category
  readonly category?: Category
}

const nameLengthMax = 50
const indentPx = 24

function NameDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const t = useText('courses')
  const [busy, setBusy] = useState(false)
  const [form] = Form.useForm<{ name: string }>()
  const save = async ({ name }: { name: string }) => {
    setBusy(true)
    try {
      if (task.category) await call(courses.changeCategory, { params: { id: task.category.id }, body: { name } })
      else await call(courses.createCategory, { body: { name, parentId: task.parent?.id ?? null } })
      notify('success', t('categories.saved', { name }))
      onClose()
    } catch {
      // The call has said why; the name stays in the field.
    } finally {
      setBusy(false)
    }
  }
  const title = task.category
    ? t('categories.rename')
    : task.parent
      ? t('categories.addBelow', { name: task.parent.name })
      : t('categories.add')
  return (
    <Modal
      open
      title={title}
      okText={t('categories.save')}
      cancelText={t('categories.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: task.category?.name }}
        onFinish={(values) => void save(values)}
      >
        <Form.Item
          name="name"
          label={t('categories.name')}
          rules={[{ required: true, whitespace: true, message: t('categories.nameNeeded') }]}
        >
          <Input maxLength={nameLengthMax} showCount autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}

/** The tree of course categories, as a table whose names are set in by their level. */
export default function CategoriesPage() {
  const t = useText('courses')
  const [task, setTask] = useState<Task>()
  const { data, isFetching, error, refetch } = useQuery(q(courses.categories))
  return (
    <>
      <PageHeader
        title={t('categories.title')}
        description={t('categories.description')}
        actions={
          <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setTask({})}>
            {t('categories.add')}
          </Button>
        }
      />
      {error && !data ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <DataTable<Category>
          label={t('categories.title')}
          rows={data?.items}
          rowKey="id"
          loading={isFetching}
          empty={<EmptyState title={t('categories.none')} />}
          columns={[
            {
              title: t('categories.name'),
              key: 'name',
              render: (_, category) => (
                <span style={{ paddingInlineStart: (category.level - 1) * indentPx }}>{category.name}</span>
              ),
            },
            {
              title: t('categories.courses'),
              key: 'courseCount',
              render: (_, category) => <NumberText value={category.courseCount} />,
            },
            {
              title: t('categories.actions'),
              key: 'actions',
              render: (_, category) => (
                <span className="sy-actions">
                  <Button size="small" type="text" onClick={() => setTask({ parent: category })}>
                    {t('categories.addChild')}
                  </Button>
                  <Button size="small" type="text" onClick={() => setTask({ category })}>
                    {t('categories.rename')}
                  </Button>
                  <ConfirmButton
                    size="small"
                    type="text"
                    danger
                    question={t('categories.deleteQuestion', { name: category.name })}
                    onConfirm={() => call(courses.deleteCategory, { params: { id: category.id } })}
                  >
                    {t('categories.delete')}
                  </ConfirmButton>
                </span>
              ),
            },
          ]}
        />
      )}
      {task && <NameDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  )
}
