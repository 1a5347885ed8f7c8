import { AuthoredIndex, NameDialog } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { newSet, setNameLengthMax } from '../../contract/sets.ts'
import { practice } from '../../contract.ts'
import { practicePaths } from '../paths.ts'
import { authorCalls } from './author-calls.ts'

/** The practice sets that the member manages. */
export default function AuthoredSetsPage() {
  const t = useText('practice')
  return (
    <AuthoredIndex
      title={t('authoring.title')}
      description={t('authoring.description')}
      createTitle={t('authoring.create')}
      createDialog={(onClose) => <CreateSet onClose={onClose} />}
      itemLabel={t('form.name')}
      searchLabel={t('list.search')}
      none={t('authoring.none')}
      tabs={['all', 'draft', 'on-shelf', 'off-shelf']}
      list={({ category: _, approval: __, ...query }) => q(practice.authoredSets, { query }, { quiet: true })}
      links={({ id }) => ({ edit: practicePaths.editor(id) })}
      calls={(set) => authorCalls(set)}
    />
  )
}

function CreateSet({ onClose }: { onClose: () => void }) {
  const t = useText('practice')
  return (
    <NameDialog
      title={t('authoring.create')}
      okText={t('authoring.createOk')}
      label={t('form.name')}
      needed={t('form.nameNeeded')}
      maxLength={setNameLengthMax}
      create={async (name) => {
        const { id } = await call(practice.createSet, { body: { ...newSet, name } })
        return practicePaths.editor(id)
      }}
      onClose={onClose}
    />
  )
}
