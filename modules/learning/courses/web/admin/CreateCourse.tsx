import { useQuery } from '@tanstack/react-query'
import { Input, Modal, TreeSelect } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { useAction } from '#web/ui/use-action.ts'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { Field } from './Field.tsx'
import { treeOf } from './tree.ts'

/** A new course needs a name; everything else is done in its editor. */
export function CreateCourse({ onClose }: { onClose: () => void }) {
  const t = useText('courses')
  const id = useId()
  const navigate = useNavigate()
  const { user } = useSession()
  const [name, setName] = useState('')
  const [categoryId, setCategoryId] = useState<string>()
  const [asked, setAsked] = useState(false)
  const { busy, run } = useAction()
  const categories = useQuery(q(courses.categories, {}, { quiet: true }))
  const problem = asked && name.trim() === '' ? t('authoring.nameNeeded') : undefined
  const create = () => {
    setAsked(true)
    if (name.trim() === '') return
    return run(async () => {
      const body = { name: name.trim(), categoryId: categoryId ?? null, lecturerId: user?.id ?? null }
      const created = await call(courses.createCourse, { body })
      void navigate(coursePaths.editor(created.id))
    })
  }
  return (
    <Modal
      open
      title={t('authoring.create')}
      okText={t('authoring.createGo')}
      cancelText={t('authoring.cancel')}
      confirmLoading={busy}
      onOk={() => void create()}
      onCancel={onClose}
    >
      <div className="co-form">
        <Field id={`${id}-name`} label={t('authoring.name')} problem={problem}>
          <Input
            id={`${id}-name`}
            autoFocus
            value={name}
            maxLength={100}
            showCount
            status={problem && 'error'}
            aria-describedby={problem && `${id}-name-problem`}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={(event) => !event.nativeEvent.isComposing && void create()}
          />
        </Field>
        <Field id={`${id}-category`} label={t('authoring.category')}>
          <TreeSelect
            id={`${id}-category`}
            allowClear
            treeDefaultExpandAll
            placeholder={t('authoring.noCategory')}
            treeData={treeOf(categories.data?.items ?? [])}
            value={categoryId}
            onChange={setCategoryId}
          />
        </Field>
      </div>
    </Modal>
  )
}
