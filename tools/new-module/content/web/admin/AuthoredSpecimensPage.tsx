import { AuthoredIndex } from '#modules/content/catalog/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { specimens } from '../../contract.ts'
import { specimenPaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'
import { CreateSpecimen } from './CreateSpecimen.tsx'

/** The specimens that the member writes or manages. */
export default function AuthoredSpecimensPage() {
  const t = useText('specimens')
  return (
    <AuthoredIndex
      title={t('authoring.title')}
      description={t('authoring.description')}
      createTitle={t('authoring.create')}
      createDialog={(onClose) => <CreateSpecimen onClose={onClose} />}
      itemLabel={t('form.name')}
      searchLabel={t('list.search')}
      none={t('authoring.none')}
      list={({ category: _, ...query }) => q(specimens.authoredSpecimens, { query }, { quiet: true })}
      links={({ id }) => ({ edit: specimenPaths.editor(id), preview: specimenPaths.preview(id) })}
      calls={(specimen) => authorCalls(specimen)}
    />
  )
}
