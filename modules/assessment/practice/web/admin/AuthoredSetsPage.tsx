import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AuthoredList } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { newSet, setNameLengthMax } from '../../contract/sets.ts'
import { practice } from '../../contract.ts'
import { practicePaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'

/** The practice sets that the member manages. */
export default function AuthoredSetsPage() {
  const t = useText('practice')
  const [isCreating, setIsCreating] = useState(false)
  const create = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setIsCreating(true)}>
      {t('authoring.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('authoring.title')} description={t('authoring.description')} actions={create} />
      <AuthoredList
        label={t('authoring.title')}
        itemLabel={t('form.name')}
        searchLabel={t('list.search')}
        none={t('authoring.none')}
        create={create}
        tabs={['all', 'draft', 'on-shelf', 'off-shelf']}
        list={({ category: _, approval: __, ...query }) => q(practice.authoredSets, { query }, { quiet: true })}
        links={({ id }) => ({ edit: practicePaths.editor(id) })}
        calls={(set) => authorCalls(set)}
      />
      {isCreating && <CreateSet onClose={() => setIsCreating(false)} />}
    </>
  )
}

function CreateSet({ onClose }: { onClose: () => void }) {
  const t = useText('practice')
  const navigate = useNavigate()
  const create = async ({ name }: { readonly name: string }) => {
    const { id } = await call(practice.createSet, { body: { ...newSet, name } })
    void navigate(practicePaths.editor(id))
  }
  return (
    <FormModal<{ readonly name: string }, void>
      title={t('authoring.create')}
      okText={t('authoring.createOk')}
      onSubmit={create}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('form.name')}
        rules={[{ required: true, whitespace: true, message: t('form.nameNeeded') }]}
      >
        <Input autoFocus maxLength={setNameLengthMax} showCount />
      </Form.Item>
    </FormModal>
  )
}
