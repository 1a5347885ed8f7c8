import { useQuery } from '@tanstack/react-query'
import { Form, TreeSelect } from 'antd'
import { useNavigate } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { courses } from '../../contract.ts'
import { coursePaths } from '../paths.ts'
import { treeOf } from './tree.ts'

interface Values {
  readonly name: string
  readonly categoryId?: string
}

/** A new course needs a name; everything else is done in its editor. */
export function CreateCourse({ onClose }: { onClose: () => void }) {
  const t = useText('courses')
  const navigate = useNavigate()
  const { user } = useSession()
  const categories = useQuery(q(courses.categories, {}, { quiet: true }))
  const create = async ({ name, categoryId }: Values) => {
    const body = { name: name.trim(), categoryId: categoryId ?? null, lecturerId: user?.id ?? null }
    const created = await call(courses.createCourse, { body })
    void navigate(coursePaths.editor(created.id))
  }
  return (
    <FormModal<Values, void>
      title={t('authoring.create')}
      okText={t('authoring.createGo')}
      onSubmit={create}
      onClose={onClose}
    >
      <NameField label={t('authoring.name')} needed={t('authoring.nameNeeded')} maxLength={100} autoFocus />
      <Form.Item name="categoryId" label={t('authoring.category')}>
        <TreeSelect
          allowClear
          treeDefaultExpandAll
          placeholder={t('authoring.noCategory')}
          treeData={treeOf(categories.data?.items ?? [])}
        />
      </Form.Item>
    </FormModal>
  )
}
