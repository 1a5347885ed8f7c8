import { Button } from 'antd'
import { useState } from 'react'
import { AuthoredList } from '#modules/content/catalog/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { classes } from '../../contract.ts'
import { classPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { CreateClass } from './CreateClass.tsx'

/** The classes that the member writes or manages. */
export default function AuthoredClassesPage() {
  const t = useText('classes')
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
        list={({ category: _, ...query }) => q(classes.authoredClasses, { query }, { quiet: true })}
        links={({ id }) => ({ edit: classPaths.editor(id), preview: classPaths.preview(id) })}
        calls={(class) => authorCalls(class)}
      />
      {isCreating && <CreateClass onClose={() => setIsCreating(false)} />}
    </>
  )
}
